#include "ui/pages/write/editor_debugging.h"

#include "engine/simt/language/headers.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/debug_panel.h"
#include "ui/pages/write/kernel_debugger.h"
#include "ui/pages/write/lane_values.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/why_view.h"
#include "ui/session/session.h"
#include "ui/style/qt_text.h"

#include <QInputDialog>
#include <QLineEdit>
#include <QToolTip>

#include <algorithm>
#include <utility>

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

EditorDebugging::EditorDebugging(Session& session, CodeEditor& editor, const VerdictView& verdict, QObject* parent)
    : QObject(parent), session_(session), editor_(editor), verdict_(verdict),
      debugger_(new KernelDebugger(session, this)), panel_(new DebugPanel(*debugger_)) {
    panel_->hide();
    connect(debugger_, &KernelDebugger::opened, this, [this] {
        debugger_->setBreakpoints(editor_.breakpoints());
        if (const auto value = std::exchange(wanted_value_, {})) explainAtEnd(*value);
        else if (std::exchange(is_cause_wanted_, false)) askForCause();
        else debugger_->showAt(0, 0);
    });
    connect(debugger_, &KernelDebugger::stopped, this, &EditorDebugging::showStop);
    connect(debugger_, &KernelDebugger::failed, this, [this] { editor_.setCurrentLine(0); });
    connect(panel_, &DebugPanel::restartRequested, this, [this](int launch, qint64 block) {
        wanted_value_.reset();
        emit restartRequested(launch, block);
    });
    connect(panel_->why(), &WhyView::blockRequested, this,
            [this](int launch, qint64 block, const protocol::DebugValue& value) {
                wanted_value_ = value;
                emit restartRequested(launch, block);
            });
    connect(panel_, &DebugPanel::stopRequested, this, &EditorDebugging::stop);
    connect(panel_, &DebugPanel::breakpointRequested, this,
            [this] { editor_.toggleBreakpoint(editor_.cursor().first + 1); });
    connect(&editor_, &CodeEditor::breakpointsChanged, this,
            [this] { debugger_->setBreakpoints(editor_.breakpoints()); });
    connect(&editor_, &CodeEditor::conditionRequested, this, &EditorDebugging::editCondition);
    connect(&editor_, &CodeEditor::runToLineRequested, this, [this](int line) { debugger_->runToLine(line); });
    connect(&editor_, &CodeEditor::nameHovered, this, &EditorDebugging::showValuesOf);
}

bool EditorDebugging::isOpen() const { return !panel_->isHidden(); }

void EditorDebugging::start(const QString& kernel, bool is_checked, bool is_for_cause) {
    if (kernel.isEmpty()) return;
    debugged_ = verdict_.check();
    if (!isOpen()) {
        panel_->show();
        // Hide the annotations, because the source code has less room now, and the list next to it also shows the
        // errors.
        editor_.setAnnotationDisplay(QsciScintilla::AnnotationHidden);
        emit opened();
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
    record(kernel, is_checked, launch, block);
}

void EditorDebugging::record(const QString& kernel, bool is_checked, int launch, std::int64_t block) {
    editor_.setCurrentLine(0);
    // Use the latest verdict if there is one. After an edit, there may be no verdict yet, and only the previous verdict
    // contains the input.
    if (verdict_.check() != nullptr) debugged_ = verdict_.check();
    const protocol::Check* const check = debugged_.get();
    if (is_checked && check != nullptr && check->verdict == protocol::CheckVerdict::refused) {
        debugger_->close();
        return panel_->showMessage(toQString(check->sentence),
                                   tr("Correct the source, then choose Restart. Press F8 to go to the next problem."));
    }
    DebugTarget target;
    target.kernel = kernel;
    target.launch = launch;
    target.block = block;
    target.block_size = session_.block();
    target.precision = warploom::named<Precision>(session_.precision().toStdString()).value_or(Precision::float64);
    target.matrix = session_.matrixName();
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
void EditorDebugging::askForCause() {
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
    if (const auto& writer = check->entry->writer) {
        value.warp = writer->warp;
        value.lane = writer->lane;
    }
    explainAtEnd(value);
}

void EditorDebugging::explainAtEnd(protocol::DebugValue value) {
    value.position = debugger_->session()->instructions;
    debugger_->showAt(value.position, value.warp);
    panel_->values()->setLane(value.lane);
    panel_->why()->ask(value, true);
}

void EditorDebugging::stop() {
    if (!isOpen()) return;
    wanted_value_.reset();
    is_cause_wanted_ = false;
    debugger_->close();
    editor_.setCurrentLine(0);
    panel_->showMessage(tr("The debugger was stopped."), tr("Choose Restart to record the block again."));
    panel_->hide();
    editor_.setAnnotationDisplay(QsciScintilla::AnnotationIndented);
    emit closed();
    editor_.setFocus();
}

void EditorDebugging::closeOutdatedRecording() {
    if (!isOpen()) return;
    is_cause_wanted_ = false;
    debugged_.reset();
    debugger_->close();
    editor_.setCurrentLine(0);
    panel_->showMessage(tr("The source has been edited, so the recorded values no longer apply."),
                        tr("Choose Restart to record the new source."));
}

void EditorDebugging::showStop() {
    const DebugStateHandle& state = debugger_->state();
    int line = 0;
    // If the current line is in a header, show the line of the source that calls the function in the header.
    for (const protocol::DebugFrame& frame : state->frames) {
        line = simt::is_header(frame.file) ? 0 : frame.line;
        if (line > 0) break;
    }
    editor_.setCurrentLine(line);
}

void EditorDebugging::showValuesOf(const QString& name, const QPoint& position) {
    const DebugStateHandle& state = debugger_->state();
    if (name.isEmpty() || state == nullptr) return;
    for (const auto* const list : {&state->variables, &state->watches})
        for (const protocol::DebugVariable& variable : *list)
            if (toQString(variable.name) == name)
                return QToolTip::showText(position, tableOfLanes(variable, state->active.bits), &editor_);
}

void EditorDebugging::editCondition(int line) {
    bool is_accepted = false;
    const QString condition = QInputDialog::getText(
        panel_, tr("Breakpoint condition"),
        tr("Stop on line %1 if this condition is true in any active lane, for example k > 10:").arg(line),
        QLineEdit::Normal, editor_.condition(line), &is_accepted);
    if (is_accepted) editor_.setCondition(line, condition.trimmed());
}

} // namespace warploom::ui
