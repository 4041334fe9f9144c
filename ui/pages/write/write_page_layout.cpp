#include "ui/pages/write/write_page.h"

#include "engine/declared/shipped_problems.h"
#include "engine/embedded_files.h"
#include "ui/components/operations/operation_view.h"
#include "ui/pages/write/code_editor.h"
#include "ui/pages/write/debug_panel.h"
#include "ui/pages/write/proposal_bar.h"
#include "ui/pages/write/verdict_view.h"
#include "ui/pages/write/writing.h"
#include "ui/session/kernel_files.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/style/theme.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"

#include <QComboBox>
#include <QFrame>
#include <QLabel>
#include <QMenu>
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
      pause_(pauseTimer(this, pause_ms, &WritePage::ask)), debugger_(new KernelDebugger(session, this)) {
    editor_ = named(new CodeEditor, "writeEditor", tr("Kernel source"));
    editor_->setWhatsThis(tr("Press Ctrl+Space to complete a name, F8 to go to the next problem, or F6 to switch "
                             "between the source and the verdict."));
    other_ = named(new CodeEditor, "writeOther", tr("Version to compare with"));
    other_->setReadOnly(true);
    other_->hide();
    verdict_ = new VerdictView;
    QScrollArea* area = scrolled(verdict_);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    texts_across_ = inSplitter(Qt::Horizontal, {editor_, other_});
    across_ = inSplitter(Qt::Horizontal, {{texts_across_, 1}, area});
    debug_panel_ = new DebugPanel(*debugger_);
    debug_panel_->hide();
    // Do not use inSplitter(), because it would restore the splitter sizes from before the debugger was shown. See
    // shareHeight().
    down_ = new QSplitter(Qt::Vertical);
    down_->setChildrenCollapsible(false);
    for (QWidget* const part : std::initializer_list<QWidget*>{across_, debug_panel_}) {
        down_->addWidget(part);
        down_->setStretchFactor(down_->count() - 1, 1);
    }
    fields_ = buildStrip();
    proposal_ = new ProposalBar;
    inColumn(this, {fields_, buildQuarrel(), proposal_, {down_, 1}}, 4, {6, 6, 6, 6});
    addKeys();
    connectDebugger();

    connect(proposal_, &ProposalBar::accepted, this, [this](const QString& text) {
        editor_->replaceAll(text);
        editor_->setFocus();
    });
    connect(editor_, &QsciScintilla::textChanged, this, &WritePage::textWritten);
    connect(verdict_, &VerdictView::lineWanted, editor_, &CodeEditor::goTo);
    connect(verdict_, &VerdictView::warpWanted, this, &WritePage::showInWarp);
    connect(verdict_, &VerdictView::causeRequested, this, [this] { debug(true); });
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
        closeOutdatedRecording();
        const KernelText* const text = this->session().texts().find(name);
        if (editor_->text() != text->text) { // another program may have changed the file
            is_filling_ = true;
            editor_->replaceAll(text->text);
            is_filling_ = false;
        }
        askSoon();
    });
    connect(&texts, &KernelSources::listChanged, this, [this] {
        if (!current_.isEmpty()) fillTexts();
        showQuarrel();
    });
    connect(&texts, &KernelSources::file_conflict, this, &WritePage::showQuarrel);
    connect(&session, &Session::editKernelRequested, this, [this](const QString& text) {
        if (this->session().texts().find(text) != nullptr) showText(text);
        else beginFrom(text);
        emit pageRequested(this);
    });
    connect(&session, &Session::matrixChanged, this, &WritePage::askSoon);
    connect(&session, &Session::cardChanged, this, [this] {
        arrange();
        askSoon();
    });
    connect(&session, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("machine")) arrange();
        if (key != QLatin1String("block") && key != QLatin1String("precision")) return;
        arrange();
        askSoon();
    });
    onTheme(this, [this] { arrange(); });
}

WritePage::~WritePage() = default;

QWidget* WritePage::buildStrip() {
    auto* begin = named(new QToolButton, "writeNew", tr("New from"), tr("Create a kernel from a template"));
    begin->setText(tr("New fro&m"));
    begin->setPopupMode(QToolButton::InstantPopup);
    begin->setFocusPolicy(Qt::StrongFocus);
    addNewMenu(begin);
    auto* open = named(new QToolButton, "writeOpen", tr("Open"), tr("Open a CUDA C file and watch it for changes"));
    followIcon(open, QStringLiteral("open"));
    auto* save = named(new QToolButton, "writeSave", tr("Save"), tr("Save the kernel to a file (Ctrl+S)"));
    save->setText(tr("Save"));
    auto* end = named(new QToolButton, "writeClose", tr("Close"),
                      tr("Close this kernel. Unsaved changes are backed up to a file."));
    followIcon(end, QStringLiteral("close"));
    texts_ = comboBox("writeTexts", tr("My kernels"), tr("Open kernels"));
    holdWidth(texts_, 16);
    others_ = comboBox("writeOthers", tr("Compare with"), tr("Show an earlier version next to the source"));
    holdWidth(others_, 12);
    run_ = pushButton("writeRun", tr("R&un"), {}, this, &WritePage::run);
    followIcon(run_, QStringLiteral("play"));
    debug_ = pushButton("writeDebug", tr("Debug"),
                        tr("Step through a block, forward or backward, and show the values in all lanes"), this,
                        [this] { debug(); });
    for (QToolButton* button : {open, save, end}) button->setFocusPolicy(Qt::StrongFocus);

    QWidget* strip =
        inStrip({begin, open, texts_, save, end, labelled(tr("Compare with"), others_, theme().px(4)),
                 precisionBox(session(), "writePrecision", tr("Type of T")),
                 labelled(tr("Threa&ds"), blockBox(session(), "writeBlock", tr("Threads per block")), theme().px(4)),
                 run_, debug_});
    connect(open, &QToolButton::clicked, this, [this] {
        const QString file =
            askToOpen(this, tr("Open a kernel"), QStringLiteral("write/folder"), tr("CUDA C (*.cu *.cuh)"));
        if (!file.isEmpty()) openFile(file);
    });
    connect(save, &QToolButton::clicked, this, [this] { this->save(false); });
    connect(end, &QToolButton::clicked, this, &WritePage::closeText);
    connect(texts_, &QComboBox::activated, this, [this](int index) { showText(texts_->itemData(index).toString()); });
    connect(others_, &QComboBox::activated, this, &WritePage::showOther);
    return strip;
}

void WritePage::addNewMenu(QToolButton* button) {
    auto* menu = new QMenu(button);
    const auto add = [this](QMenu* to, const QString& file, const QString& title) {
        QAction* const action = to->addAction(title, this, [this, file] { beginFrom(file); });
        action->setObjectName(file);
        action->setToolTip(wordsOfFile(file));
        action->setStatusTip(wordsOfFile(file));
    };
    const QString empty = QStringLiteral("textbook/empty.cu");
    const auto add_group = [&](const QString& folder, const QString& title) {
        QMenu* const group = menu->addMenu(title);
        for (const EmbeddedFile& file : shipped_texts()) {
            const QString name = toQString(file.name), kernel = kernelOfFile(name);
            if (!name.startsWith(folder + QLatin1Char('/')) || name == empty) continue;
            add(group, name, kernel.isEmpty() ? name.section(QLatin1Char('/'), 1).chopped(3) : kernel);
        }
        group->setToolTipsVisible(true);
        group->menuAction()->setVisible(!group->isEmpty());
    };
    add(menu, empty, tr("An &empty kernel"));
    for (const OperationView* const view : operationViews()) {
        const OperationInfo info = view->info();
        add_group(info.id, tr("Built-in: %1").arg(info.title));
    }
    menu->addSeparator();
    QMenu* const problems = menu->addMenu(tr("P&roblems"));
    for (const declared::ShippedProblem& problem : declared::shipped_problems()) {
        const QString name = toQString(problem.name);
        QAction* const action =
            problems->addAction(toQString(problem.title), this, [this, name] { beginProblem(name); });
        action->setObjectName(QStringLiteral("problem:") + name);
        action->setData(name); // the text of the entry is data, as in a list of files
    }
    add_group(QStringLiteral("textbook"), tr("&Textbook"));
    add_group(QStringLiteral("papers"), tr("&Papers"));
    add_group(QStringLiteral("wrong"), tr("Examples of incorrect &kernels"));
    menu->setToolTipsVisible(true);
    button->setMenu(menu);
}

QWidget* WritePage::buildQuarrel() {
    quarrel_ = new QFrame;
    quarrel_->setObjectName(QStringLiteral("writeQuarrel"));
    quarrel_->setFrameShape(QFrame::StyledPanel);
    quarrel_words_ = sentenceLabel("");
    auto* take = named(new QPushButton(tr("Reload file")), "writeTakeFile", tr("Reload the file from disk"),
                       tr("Reload the file from disk. To restore your version, use Undo."));
    auto* keep = named(new QPushButton(tr("Keep mine")), "writeKeepMine", tr("Keep your version"),
                       tr("Keep your version. The next save overwrites the file."));
    inRow(quarrel_, {{quarrel_words_, 1}, take, keep}, -1, {9, 9, 9, 9});
    const auto settle = [this](bool take_file) {
        session().texts().settle(current_, take_file);
        showQuarrel();
        fillTexts();
        editor_->setFocus();
    };
    connect(take, &QPushButton::clicked, this, [settle] { settle(true); });
    connect(keep, &QPushButton::clicked, this, [settle] { settle(false); });
    quarrel_->hide();
    return quarrel_;
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
    const bool switches = needsOtherMachine();
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
    if (isDebugging() && isLow(this) != is_low_with_debugger_) {
        is_low_with_debugger_ = isLow(this);
        QTimer::singleShot(0, this, &WritePage::shareHeight); // wait until the minimum sizes are known
    }
    if (is_narrow != std::exchange(is_narrow_, is_narrow)) emit inspectorChanged();
}

} // namespace warploom::ui
