#include "ui/pages/write/write_page.h"

#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/debug_panel.h"
#include "ui/pages/write/editor_debugging.h"
#include "ui/pages/write/file_conflict_bar.h"
#include "ui/pages/write/new_kernel_menu.h"
#include "ui/pages/write/proposal_bar.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/version_comparison.h"
#include "ui/pages/write/writing.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/options_button.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QShortcut>
#include <QSplitter>
#include <QTimer>
#include <QToolButton>

#include <initializer_list>
#include <utility>

namespace warploom::ui {

WritePage::WritePage(Session& session, QWidget* parent)
    : Page(session, tr("Write"), QStringLiteral("write"), parent), checker_(new KernelChecker(session, this)),
      pause_(pauseTimer(this, pause_ms, &WritePage::ask)), versions_(new VersionComparison(this)),
      conflict_(new FileConflictBar(session.texts())) {
    editor_ = named(new CodeEditor, "writeEditor", tr("Kernel source"));
    editor_->setWhatsThis(tr("Press Ctrl+Space to complete a name, F8 to go to the next problem, or F6 to switch "
                             "between the source and the verdict."));
    verdict_ = new VerdictView;
    QScrollArea* area = scrolled(verdict_);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    texts_across_ = inSplitter(Qt::Horizontal, {editor_, versions_->editor()});
    across_ = inSplitter(Qt::Horizontal, {{texts_across_, 1}, area});
    debugging_ = new EditorDebugging(session, *editor_, *verdict_, this);
    // Do not use inSplitter(), because it would restore the splitter sizes from before the debugger was shown. See
    // shareHeight().
    down_ = new QSplitter(Qt::Vertical);
    down_->setChildrenCollapsible(false);
    for (QWidget* const part : std::initializer_list<QWidget*>{across_, debugging_->panel()}) {
        down_->addWidget(part);
        down_->setStretchFactor(down_->count() - 1, 1);
    }
    fields_ = buildStrip();
    proposal_ = new ProposalBar;
    inColumn(this, {fields_, conflict_, proposal_, {down_, 1}}, 4, {6, 6, 6, 6});
    addKeys();
    connect(debugging_, &EditorDebugging::opened, this, [this] {
        shareHeight();
        emit inspectorChanged(); // in a short window, this signal causes the input fields to be hidden
    });
    connect(debugging_, &EditorDebugging::closed, this, &Page::inspectorChanged);
    connect(debugging_, &EditorDebugging::restartRequested, this,
            [this](int launch, qint64 block) { debugging_->record(current_, isChecked(), launch, block); });
    connect(conflict_, &FileConflictBar::settled, this, [this] {
        fillTexts();
        editor_->setFocus();
    });

    connect(proposal_, &ProposalBar::accepted, this, [this](const QString& text) {
        editor_->replaceAll(text);
        editor_->setFocus();
    });
    connect(editor_, &QsciScintilla::textChanged, this, &WritePage::textWritten);
    connect(verdict_, &VerdictView::lineWanted, editor_, &CodeEditor::goTo);
    connect(verdict_, &VerdictView::warpWanted, this, &WritePage::showInWarp);
    connect(verdict_, &VerdictView::causeRequested, this, [this] { debugging_->start(current_, isChecked(), true); });
    connect(checker_, &KernelChecker::answered, this, &WritePage::answered);
    connect(checker_, &KernelChecker::failed, verdict_, &VerdictView::setFailure);
    connect(checker_, &KernelChecker::busyChanged, this, [this] { verdict_->setBusy(checker_->isBusy()); });
    connect(verdict_, &VerdictView::outdated, this, [this] { editor_->setMistakes({}); });
    connect(verdict_, &VerdictView::stopWanted, this, [this] {
        checker_->stop();
        verdict_->setFailure(tr("The check was stopped."), tr("Edit the source to check it again."));
        editor_->setMistakes({});
    });
    connect(&session.worker(), &WorkerClient::handshakeChanged, this, &WritePage::arrange);
    KernelSources& texts = session.texts();
    connect(&texts, &KernelSources::textChanged, this, [this](const QString& name) {
        if (name != current_) return;
        debugging_->closeOutdatedRecording();
        const KernelText* const text = this->session().texts().find(name);
        if (editor_->text() != text->text) { // the texts differ if another program has changed the file
            is_filling_ = true;
            editor_->replaceAll(text->text);
            is_filling_ = false;
        }
        pause_->start();
    });
    connect(&texts, &KernelSources::listChanged, this, [this] {
        if (!current_.isEmpty()) fillTexts();
        conflict_->showFor(current_);
    });
    connect(&texts, &KernelSources::file_conflict, this, [this] { conflict_->showFor(current_); });
    connect(&session, &Session::editKernelRequested, this, [this](const QString& text) {
        if (this->session().texts().find(text) != nullptr) showText(text);
        else beginFrom(text);
        emit pageRequested(this);
    });
    connect(&session, &Session::matrixChanged, pause_, qOverload<>(&QTimer::start));
    connect(&session, &Session::cardChanged, this, [this] {
        arrange();
        pause_->start();
    });
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("machine")) arrange();
        if (key != QLatin1String("block") && key != QLatin1String("precision")) return;
        arrange();
        pause_->start();
    });
    onTheme(this, [this] { arrange(); });
}

WritePage::~WritePage() = default;

QWidget* WritePage::buildStrip() {
    auto* begin = named(new QToolButton, "writeNew", tr("New from"), tr("Create a kernel from a template"));
    begin->setText(tr("New fro&m"));
    begin->setPopupMode(QToolButton::InstantPopup);
    begin->setFocusPolicy(Qt::StrongFocus);
    auto* const templates = new NewKernelMenu(begin);
    begin->setMenu(templates);
    connect(templates, &NewKernelMenu::fileChosen, this, &WritePage::beginFrom);
    connect(templates, &NewKernelMenu::problemChosen, this, &WritePage::beginProblem);
    auto* open = named(new QToolButton, "writeOpen", tr("Open"), tr("Open a CUDA C file and watch it for changes"));
    followIcon(open, QStringLiteral("open"));
    auto* save = named(new QToolButton, "writeSave", tr("Save"), tr("Save the kernel to a file (Ctrl+S)"));
    save->setText(tr("Save"));
    auto* end = named(new QToolButton, "writeClose", tr("Close"),
                      tr("Close this kernel. Unsaved changes are backed up to a file."));
    followIcon(end, QStringLiteral("close"));
    texts_ = comboBox("writeTexts", tr("My kernels"), tr("Open kernels"));
    holdWidth(texts_, 16);
    run_ = pushButton("writeRun", tr("R&un"), {}, this, &WritePage::run);
    followIcon(run_, QStringLiteral("play"));
    debug_ = pushButton("writeDebug", tr("Debug"),
                        tr("Step through a block, forward or backward, and show the values in all lanes"), this,
                        [this] { debugging_->start(current_, isChecked(), false); });
    for (QToolButton* button : {open, save, end}) button->setFocusPolicy(Qt::StrongFocus);

    auto* const options = new OptionsButton(
        "writeOptions", {{tr("&Threads per block"), blockBox(session(), "writeBlock", {})},
                         {tr("&Precision"), precisionBox(session(), "writePrecision", tr("Type of T"))},
                         {tr("&Compare with"), versions_->box()}});
    QWidget* strip = inStrip({begin, open, texts_, save, end, options, run_, debug_});
    connect(open, &QToolButton::clicked, this, [this] {
        const QString file =
            askToOpen(this, tr("Open a kernel"), QStringLiteral("write/folder"), tr("CUDA C (*.cu *.cuh)"));
        if (!file.isEmpty()) openFile(file);
    });
    connect(save, &QToolButton::clicked, this, [this] { this->save(false); });
    connect(end, &QToolButton::clicked, this, &WritePage::closeText);
    connect(texts_, &QComboBox::activated, this, [this](int index) { showText(texts_->itemData(index).toString()); });
    connect(versions_, &VersionComparison::chosen, this, [this] { versions_->compare(*editor_); });
    return strip;
}

void WritePage::addKeys() {
    const auto on = [this](const QKeySequence& key, const std::function<void()>& work) {
        auto* shortcut = new QShortcut(key, this, nullptr, nullptr, Qt::WidgetWithChildrenShortcut);
        connect(shortcut, &QShortcut::activated, this, work);
    };
    on(QKeySequence::Save, [this] { save(false); });
    on(QKeySequence::SaveAs, [this] { save(true); });
    on(QKeySequence(Qt::Key_F8), [this] {
        if (const int line = editor_->lineOfNextMistake(); line > 0) editor_->goTo(line);
    });
    on(QKeySequence(Qt::Key_F6), [this] {
        if (editor_->hasFocus()) verdict_->focusFirst();
        else editor_->setFocus();
    });
}

void WritePage::resizeEvent(QResizeEvent* event) {
    Page::resizeEvent(event);
    arrange();
}

void WritePage::arrange() {
    // If the kernel requires another machine, the label of the Run button says so.
    const bool switches = needsOtherMachine(session());
    const QString into = tr("Run the kernel and compare it with the built-in kernel on the Run page");
    run_->setText(switches ? tr("R&un simulated") : tr("R&un"));
    run_->setToolTip(switches ? tr("%1. This switches to %2, because CUDA C kernels cannot run on the CPU.")
                                    .arg(into, toQString(session().card().title))
                              : into);
    run_->setStatusTip(run_->toolTip());
    const CheckHandle check = verdict_->check();
    // Hide the Run button for a problem that the kernel source declares, because it cannot be measured.
    run_->setVisible(!check || check->operation != "free");
    editor_->setMinimumSize(theme().px(160), theme().px(90));
    const int bar = style()->pixelMetric(QStyle::PM_ScrollBarExtent, nullptr, this);
    // At a large font scale next to a lesson, the source code would have only one word per line.
    const int verdict_width = std::max(theme().px(250), verdict_->minimumSizeHint().width() + bar);
    const bool is_narrow = width() < verdict_width + theme().px(240);
    if (is_narrow != (across_->orientation() == Qt::Vertical)) {
        across_->setOrientation(is_narrow ? Qt::Vertical : Qt::Horizontal);
        // Give the verdict the width that it needs, and the source code the rest.
        across_->setSizes(is_narrow ? QList<int>{1000, 1000} : QList<int>{width() - verdict_width, verdict_width});
    }
    across_->widget(1)->setMinimumWidth(is_narrow ? 0 : verdict_width);
    // A verdict below the source code scrolls, so that it does not push the source code out of view.
    const int low_height = is_narrow && isLow(this) ? height() : 0;
    if (low_height != std::exchange(low_height_, low_height) && low_height > 0)
        across_->setSizes({low_height * 3 / 5, low_height * 2 / 5});
    if (debugging_->isOpen() && isLow(this) != is_low_with_debugger_) {
        is_low_with_debugger_ = isLow(this);
        QTimer::singleShot(0, this, &WritePage::shareHeight); // wait until the minimum sizes are known
    }
    if (is_narrow != std::exchange(is_narrow_, is_narrow)) emit inspectorChanged();
}

/// Divides the height of the page between the editor and the debugger. In a short window, the debugger gets a larger
/// part.
void WritePage::shareHeight() {
    const bool is_low = isLow(this);
    debugging_->panel()->setCompact(is_low);
    is_low_with_debugger_ = is_low;
    const int editor_height = is_low ? height() * 2 / 5 : height() / 2;
    down_->setSizes({editor_height, height() - editor_height});
}

bool WritePage::event(QEvent* event) {
    // The main window uses some of these keys for other commands. While the debugger is open, the debugger uses them.
    if (event->type() == QEvent::ShortcutOverride && debugging_->isOpen()) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        if (DebugPanel::isDebugKey(key->key(), key->modifiers())) {
            event->accept();
            return true;
        }
    }
    return Page::event(event);
}

void WritePage::keyPressEvent(QKeyEvent* event) {
    if (debugging_->isOpen() && debugging_->panel()->takeKey(event->key(), event->modifiers())) return;
    Page::keyPressEvent(event);
}

} // namespace warploom::ui
