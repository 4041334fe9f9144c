#include "ui/pages/write/write_page.h"

#include "engine/simt/language/headers.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/debug_panel.h"
#include "ui/pages/write/kernel_debugger.h"
#include "ui/pages/write/lane_values.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/why_view.h"
#include "ui/session/kernel_texts.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/page_parts.h"

#include <QInputDialog>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSplitter>
#include <QTimer>
#include <QToolTip>

#include <algorithm>
#include <utility>

// The debugger on the Write page.

namespace warploom::ui {

namespace {

/// Returns an HTML table with the values of a variable in all lanes, in eight columns.
QString tableOfLanes(const protocol::DebugVariable& variable, std::uint32_t active) {
    QString html = QStringLiteral("<b>%1</b> %2<table cellpadding='2'>")
                       .arg(toQString(variable.name).toHtmlEscaped(), toQString(variable.type).toHtmlEscaped());
    constexpr int columns = 4;
    for (int lane = 0; lane < static_cast<int>(variable.values.size()); ++lane) {
        if (lane % columns == 0) html += QStringLiteral("<tr>");
        const QString text = (active >> lane & 1U) != 0 ? laneText(variable, lane) : QStringLiteral("–");
        html +=
            QStringLiteral("<td align='right'><small>%1:</small></td><td>%2</td>").arg(lane).arg(text.toHtmlEscaped());
        if (lane % columns == columns - 1) html += QStringLiteral("</tr>");
    }
    return html + QStringLiteral("</table>");
}

} // namespace

void WritePage::connectDebugger() {
    connect(debugger_, &KernelDebugger::opened, this, [this] {
        debugger_->setBreakpoints(editor_->breakpoints());
        if (std::exchange(is_cause_wanted_, false)) askForCause();
        else debugger_->showAt(0, 0);
    });
    connect(debugger_, &KernelDebugger::stopped, this, &WritePage::showDebugStop);
    connect(debugger_, &KernelDebugger::failed, this, [this] { editor_->setCurrentLine(0); });
    connect(debug_panel_, &DebugPanel::restartRequested, this, &WritePage::openDebugger);
    connect(debug_panel_, &DebugPanel::stopRequested, this, &WritePage::stopDebugging);
    connect(debug_panel_, &DebugPanel::breakpointRequested, this,
            [this] { editor_->toggleBreakpoint(editor_->cursor().first + 1); });
    connect(editor_, &CodeEditor::breakpointsChanged, this,
            [this] { debugger_->setBreakpoints(editor_->breakpoints()); });
    connect(editor_, &CodeEditor::conditionRequested, this, &WritePage::editCondition);
    connect(editor_, &CodeEditor::runToLineRequested, this, [this](int line) { debugger_->runToLine(line); });
    connect(editor_, &CodeEditor::nameHovered, this, &WritePage::showValuesOf);
}

bool WritePage::isDebugging() const { return !debug_panel_->isHidden(); }

void WritePage::debug(bool is_for_cause) {
    const KernelText* const text = session().texts().find(current_);
    if (text == nullptr) return;
    debugged_ = verdict_->check();
    if (!isDebugging()) {
        debug_panel_->show();
        // Hide the annotations, because the source code has less room now, and the list next to it also shows the
        // errors.
        editor_->setAnnotationDisplay(QsciScintilla::AnnotationHidden);
        shareHeight();
        emit inspectorChanged(); // hides the input fields in a short window
    }
    is_cause_wanted_ = is_for_cause && debugged_ != nullptr;
    int launch = 0;
    std::int64_t block = 0;
    if (debugged_ != nullptr && debugged_->entry && debugged_->entry->writer) {
        launch = debugged_->entry->writer->launch;
        block = debugged_->entry->writer->block;
    } else if (debugged_ != nullptr && !debugged_->findings.empty() && !debugged_->failed_on.empty()) {
        launch = debugged_->findings.front().launch;
        block = std::max<std::int64_t>(0, debugged_->findings.front().block);
    }
    openDebugger(launch, block);
}

void WritePage::openDebugger(int launch, std::int64_t block) {
    editor_->setCurrentLine(0);
    // Use the new verdict if there is one. After an edit, only the new verdict contains the input.
    if (verdict_->check() != nullptr) debugged_ = verdict_->check();
    const protocol::Check* const check = debugged_.get();
    const bool is_current = !pause_->isActive() && !checker_->isBusy();
    if (is_current && check != nullptr && check->verdict == protocol::CheckVerdict::refused) {
        debugger_->close();
        return debug_panel_->showMessage(
            toQString(check->sentence),
            tr("Correct the source, then choose Restart. Press F8 to go to the next problem."));
    }
    DebugTarget target;
    target.kernel = current_;
    target.launch = launch;
    target.block = block;
    target.block_size = session().block();
    target.precision = warploom::named<Precision>(session().precision().toStdString()).value_or(Precision::float64);
    target.matrix = session().matrixName();
    if (check != nullptr) {
        target.operation = warploom::named<Operation>(check->operation).value_or(Operation::spmv);
        target.block_size = check->block;
        target.precision = check->precision;
        if (!check->failed_on.empty()) target.matrix = QString::fromStdString(check->failed_on);
        else if (!check->inputs.empty()) target.matrix = QString::fromStdString(check->inputs.front());
        if (check->change) target.change = *check->change;
    }
    debugger_->open(target);
}

/// Goes to the end of the block and requests the origin of the wrong element. If there is an error but no wrong
/// element, goes to the error.
void WritePage::askForCause() {
    const protocol::Check* const check = debugged_.get();
    if (check == nullptr) return;
    if (!check->entry) {
        debugger_->showAt(0, 0);
        return debugger_->runToFinding(check->findings.empty() ? 0 : check->findings.front().line);
    }
    protocol::DebugValue value;
    value.name = check->entry->array + '[' + std::to_string(check->entry->element) + ']';
    value.text = check->entry->computed;
    value.is_element = true;
    value.element = check->entry->element;
    value.position = debugger_->session()->instructions;
    if (const auto& writer = check->entry->writer) {
        value.warp = writer->warp;
        value.lane = writer->lane;
    }
    debugger_->showAt(value.position, value.warp);
    debug_panel_->values()->setLane(value.lane);
    debug_panel_->why()->ask(value, true);
}

/// Divides the height of the page between the editor and the debugger. In a short window, the debugger gets a larger
/// part.
void WritePage::shareHeight() {
    const bool is_low = isLow(this);
    debug_panel_->setCompact(is_low);
    is_low_with_debugger_ = is_low;
    const int editor_height = is_low ? height() * 2 / 5 : height() / 2;
    down_->setSizes({editor_height, height() - editor_height});
}

void WritePage::stopDebugging() {
    if (!isDebugging()) return;
    is_cause_wanted_ = false;
    debugger_->close();
    editor_->setCurrentLine(0);
    debug_panel_->showMessage(tr("The debugger was stopped."), tr("Choose Restart to record the block again."));
    debug_panel_->hide();
    editor_->setAnnotationDisplay(QsciScintilla::AnnotationIndented);
    emit inspectorChanged();
    editor_->setFocus();
}

void WritePage::closeOutdatedRecording() {
    if (!isDebugging()) return;
    is_cause_wanted_ = false;
    debugged_.reset();
    debugger_->close();
    editor_->setCurrentLine(0);
    debug_panel_->showMessage(tr("The source has been edited, so the recorded values no longer apply."),
                              tr("Choose Restart to record the new source."));
}

void WritePage::showDebugStop() {
    const DebugStateHandle& state = debugger_->state();
    int line = 0;
    // If the current line is in a header, show the source line that calls the header's code.
    for (const protocol::DebugFrame& frame : state->frames) {
        line = simt::is_header(frame.file) ? 0 : frame.line;
        if (line > 0) break;
    }
    editor_->setCurrentLine(line);
}

void WritePage::showValuesOf(const QString& name, const QPoint& position) {
    const DebugStateHandle& state = debugger_->state();
    if (name.isEmpty() || state == nullptr) return;
    for (const auto* const list : {&state->variables, &state->watches})
        for (const protocol::DebugVariable& variable : *list)
            if (toQString(variable.name) == name)
                return QToolTip::showText(position, tableOfLanes(variable, state->active.bits), editor_);
}

void WritePage::editCondition(int line) {
    bool is_accepted = false;
    const QString condition = QInputDialog::getText(
        this, tr("Breakpoint condition"),
        tr("Stop on line %1 if this condition is true in any active lane, for example k > 10:").arg(line),
        QLineEdit::Normal, editor_->condition(line), &is_accepted);
    if (is_accepted) editor_->setCondition(line, condition.trimmed());
}

bool WritePage::event(QEvent* event) {
    // The main window uses some of these keys for other commands. While the debugger is open, the debugger uses them.
    if (event->type() == QEvent::ShortcutOverride && isDebugging()) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (DebugPanel::isDebugKey(key->key(), key->modifiers())) {
            event->accept();
            return true;
        }
    }
    return Page::event(event);
}

void WritePage::keyPressEvent(QKeyEvent* event) {
    if (isDebugging() && debug_panel_->takeKey(event->key(), event->modifiers())) return;
    Page::keyPressEvent(event);
}

} // namespace warploom::ui
