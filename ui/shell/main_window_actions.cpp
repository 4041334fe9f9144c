#include "ui/shell/main_window.h"

#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/matrix_names.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/shell/about.h"
#include "ui/shell/edit_actions.h"
#include "ui/widgets/file_dialogs.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QInputDialog>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

namespace warploom::ui {

QAction* MainWindow::addNamed(QWidget* menu, const QString& name, const QString& text, const QString& icon,
                              const QKeySequence& shortcut, const QString& tip) {
    auto* action = new QAction(text, this);
    action->setObjectName(name);
    if (!icon.isEmpty()) followIcon(action, icon);
    action->setShortcut(shortcut);
    action->setStatusTip(tip);
    action->setWhatsThis(tip);
    menu->addAction(action);
    return action;
}

void MainWindow::createActions() {
    createFileMenu();

    QMenu* edit = menuBar()->addMenu(tr("&Edit"));
    addEditActions(edit);

    createViewMenu();

    QMenu* run = menuBar()->addMenu(tr("&Run"));
    run_action_ = addNamed(run, QStringLiteral("run"), tr("&Run"), QStringLiteral("play"), {},
                           tr("Does the page's own Run; without one, runs the ticked kernels on the matrix"));
    QAction* of_page = addNamed(run, QStringLiteral("pageAction"), tr("&Start this page"), {}, QKeySequence(Qt::Key_F5),
                                tr("Runs, starts, measures or plays, as the page in front does"));
    connect(of_page, &QAction::triggered, this, [this] {
        QAbstractButton* const button = currentPage()->mainButton();
        if (button != nullptr) return button->click(); // one that is disabled stays as it is
        showPage(static_cast<int>(pages_.indexOf(run_page_)));
        run_page_->run();
    });
    stop_action_ = addNamed(
        run, QStringLiteral("stop"), tr("S&top"), QStringLiteral("stop"), QKeySequence(QStringLiteral("Shift+F5")),
        tr("Stop the run after the launch under way, or at once if pressed again; finished results stay"));
    connect(run_action_, &QAction::triggered, this, [this] {
        if (QAbstractButton* const own = currentPage()->runButton()) return own->click();
        showPage(static_cast<int>(pages_.indexOf(run_page_)));
        run_page_->run();
    });
    for (const Page* page : pages_)
        if (QAbstractButton* const own = page->runButton()) own->installEventFilter(this);
    connect(stop_action_, &QAction::triggered, run_page_, &RunPage::stop);
    QAction* where =
        addNamed(run, QStringLiteral("place"), tr("W&here it runs..."), {}, QKeySequence(QStringLiteral("Ctrl+M")),
                 tr("Machine of the kernels, and the modelled card"));
    connect(where, &QAction::triggered, &session_, &Session::placeWanted);
    QAction* advise =
        addNamed(run, QStringLiteral("advice"), tr("&Which kernel?"), {}, QKeySequence(QStringLiteral("Ctrl+K")),
                 tr("Which kernel to take for this matrix, and why"));
    connect(advise, &QAction::triggered, this, [this] {
        for (Page* const page : pages_)
            if (auto* const matrix = qobject_cast<MatrixPage*>(page)) {
                showPage(static_cast<int>(pages_.indexOf(page)));
                matrix->showAdvice(true);
            }
    });
    run->addSeparator();
    QAction* forget = addNamed(run, QStringLiteral("clearRuns"), tr("&Clear earlier runs"), {}, {},
                               tr("Forget all runs but the one under way"));
    connect(forget, &QAction::triggered, &run_page_->store(), &RunStore::clear);
    tool_bar_->addAction(run_action_);
    tool_bar_->addAction(stop_action_);

    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    QAction* restart = addNamed(tools, QStringLiteral("restartWorker"), tr("&Restart the worker"), {}, {},
                                tr("End the worker and start a new one"));
    connect(restart, &QAction::triggered, this, [this] {
        session_.worker().stop();
        session_.worker().start();
    });
    QAction* command = addNamed(tools, QStringLiteral("workerCommand"), tr("Worker &command..."), {}, {},
                                tr("The command that starts the worker; a prefix such as ssh -T host makes it remote"));
    connect(command, &QAction::triggered, this, [this] {
        bool ok = false;
        const QString text = QInputDialog::getText(
            this, tr("Worker command"),
            tr("The command that starts the worker. A prefix makes it remote:\nssh -T host warploom-engine serve"),
            QLineEdit::Normal, session_.worker().command().join(QLatin1Char(' ')), &ok);
        if (!ok || text.trimmed().isEmpty()) return;
        session_.worker().setCommand(QProcess::splitCommand(text));
        session_.worker().start();
        QSettings().setValue(QStringLiteral("worker/command"), session_.worker().command());
    });

    addClassActions(tools);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    addHelpActions(help);
    QAction* about =
        addNamed(help, QStringLiteral("about"), tr("&About Warploom"), {}, {}, tr("Name and version of this program"));
    about->setMenuRole(QAction::AboutRole);
    connect(about, &QAction::triggered, this, [this] { showAbout(this); });
    updateRunActions();
}

/// They act on what had the focus before the menu took it.
void MainWindow::addEditActions(QMenu* edit) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && isAncestorOf(now) && qobject_cast<QMenuBar*>(now) == nullptr) edited_ = now;
    });
    const auto undo = addTurn(edit, Turn::undo, tr("&Undo the last change of the text"),
                              session_.undoStack().createUndoAction(this, tr("&Undo")));
    const auto redo = addTurn(edit, Turn::redo, tr("&Redo the last change of the text"),
                              session_.undoStack().createRedoAction(this, tr("&Redo")));
    const auto both = [undo, redo] {
        undo();
        redo();
    };
    connect(edit, &QMenu::aboutToShow, this, both);
    connect(qApp, &QApplication::focusChanged, this, both);
    for (QAction* each : edit->actions()) connect(each, &QAction::triggered, this, both);
    edit->addSeparator();
    const auto add = [this, edit](const char* name, const QString& text, QKeySequence::StandardKey key,
                                  const QString& tip, bool (*does)(QWidget*), const QString& refusal) {
        QAction* action = addNamed(edit, QLatin1String(name), text, {}, key, tip);
        connect(action, &QAction::triggered, this, [this, does, refusal] {
            if (!does(edited_)) statusBar()->showMessage(refusal, 5000);
        });
    };
    add("cut", tr("Cu&t"), QKeySequence::Cut, tr("Move the marked letters to the clipboard"), cutFrom,
        tr("Nothing is written here."));
    add("copy", tr("&Copy"), QKeySequence::Copy, tr("Copy the marked letters or rows, or the chart with its numbers"),
        copyFrom, tr("Click on a text, a table or a chart first; then it is copied."));
    add("paste", tr("&Paste"), QKeySequence::Paste, tr("Insert the clipboard where letters are written"), pasteInto,
        tr("Nothing is written here."));
}

/// In a text that is being written it is the text's own; else that of choices, as its words say. The result writes them anew.
std::function<void()> MainWindow::addTurn(QMenu* edit, Turn turn, const QString& in_text, QAction* of_choices) {
    const bool undoes = turn == Turn::undo;
    QAction* action = addNamed(edit, undoes ? QStringLiteral("undo") : QStringLiteral("redo"), of_choices->text(), {},
                               undoes ? QKeySequence::Undo : QKeySequence::Redo, {});
    const auto refresh = [this, turn, in_text, of_choices, action] {
        const bool in_a_text = canTurn(edited_, turn);
        action->setText(in_a_text ? in_text : of_choices->text());
        action->setEnabled(in_a_text || of_choices->isEnabled());
    };
    connect(of_choices, &QAction::changed, action, refresh);
    connect(action, &QAction::triggered, this, [this, turn, of_choices] {
        if (!turnIn(edited_, turn)) of_choices->trigger();
    });
    refresh();
    return refresh;
}

void MainWindow::createFileMenu() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    QAction* open =
        addNamed(file, QStringLiteral("open"), tr("&Open..."), QStringLiteral("open"), QKeySequence::Open,
                 tr("Open a Matrix Market file (.mtx or .mtx.gz), one of SciPy (.npz) or a water network (.inp)"));
    connect(open, &QAction::triggered, this, &MainWindow::askForFile);
    QMenu* recent = file->addMenu(tr("Open &recent"));
    connect(recent, &QMenu::aboutToShow, this, [this, recent] {
        recent->clear();
        for (const QString& name : session_.recent()) {
            QAction* action = recent->addAction(menuName(name), this, [this, name] { session_.openMatrix(name); });
            action->setEnabled(canBeOpened(name));
        }
        recent->addSeparator();
        recent->addAction(tr("&Clear the list"), &session_, &Session::clearRecent)
            ->setEnabled(!session_.recent().isEmpty());
    });
    QMenu* samples = file->addMenu(tr("Sa&mples"));
    for (const Sample& sample : sampleMatrices()) {
        QAction* action =
            samples->addAction(sample.title, this, [this, name = sample.name] { session_.openMatrix(name); });
        action->setStatusTip(sample.name);
    }
    file->addSeparator();
    addLessonActions(file);
    file->addSeparator();
    addExportActions(file);
    file->addSeparator();
    QAction* quit =
        addNamed(file, QStringLiteral("quit"), tr("&Quit"), {}, QKeySequence::Quit, tr("Close the workbench"));
    quit->setMenuRole(QAction::QuitRole);
    connect(quit, &QAction::triggered, this, &QWidget::close);
}

void MainWindow::createViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QAction* action : page_actions_->actions()) view->addAction(action);
    view->addSeparator();
    const char* const keys[] = {"F7", "F9", "F10", "F12"};
    int i = 0;
    for (QDockWidget* dock : {lesson_dock_, inspector_dock_, runs_dock_, log_dock_}) {
        // Docks that share a place lie one over the other: the key brings its own to the front before it hides it.
        QAction* toggle = view->addAction(dock->windowTitle());
        toggle->setCheckable(true);
        toggle->setShortcut(QKeySequence(QLatin1String(keys[i++])));
        connect(dock, &QDockWidget::visibilityChanged, toggle, &QAction::setChecked);
        connect(toggle, &QAction::triggered, dock, [this, dock] {
            const bool is_in_front = dock->isVisible() && !dock->visibleRegion().isEmpty();
            if (dock == runs_dock_) runs_wanted_ = runs_pinned_ = !is_in_front;
            if (dock == inspector_dock_) inspector_folded_ = false;
            dock->setVisible(!is_in_front);
            if (!is_in_front) QTimer::singleShot(0, dock, [dock] { dock->raise(); }); // the layout takes it in first
        });
    }
    choices_action_ =
        addNamed(view, QStringLiteral("choices"), tr("C&hoices over the picture"), {}, QKeySequence(Qt::Key_F3),
                 tr("In a low window: the fields of the page, or more room for its picture"));
    choices_action_->setIconText(tr("Choices (F3)"));
    choices_action_->setCheckable(true);
    connect(choices_action_, &QAction::toggled, this, &MainWindow::adviseChoices);
    auto* choices = new QToolButton(menuBar()); // the bar of menus has room where no other has
    choices->setObjectName(QStringLiteral("choicesButton"));
    choices->setDefaultAction(choices_action_);
    choices->setFocusPolicy(Qt::TabFocus);
    connect(choices_action_, &QAction::changed, choices, [this, choices] {
        choices->setVisible(choices_action_->isVisible());
        menuBar()->adjustSize();
    });
    menuBar()->setCornerWidget(choices);
    QAction* restore = addNamed(view, QStringLiteral("restoreLayout"), tr("Restore &default layout"), {}, {},
                                tr("Docks and bars back to where they were at first"));
    connect(restore, &QAction::triggered, this, &MainWindow::restoreDefaultLayout);
    view->addSeparator();

    QMenu* themes = view->addMenu(tr("&Theme"));
    auto* modes = new QActionGroup(this);
    const std::pair<QString, Theme::Mode> all[] = {{tr("Follow the &system"), Theme::Mode::follow_system},
                                                   {tr("&Light"), Theme::Mode::light},
                                                   {tr("&Dark"), Theme::Mode::dark}};
    for (const auto& [text, mode] : all) {
        QAction* action = themes->addAction(text);
        action->setObjectName(QStringLiteral("theme%1").arg(static_cast<int>(mode)));
        action->setCheckable(true);
        action->setChecked(theme().mode() == mode);
        modes->addAction(action);
        connect(action, &QAction::triggered, this, [mode = mode] {
            theme().setMode(mode);
            QSettings().setValue(QStringLiteral("view/theme"), static_cast<int>(mode));
        });
    }

    QAction* still = addNamed(view, QStringLiteral("reduceMotion"), tr("Reduce &motion"), {}, {},
                              tr("Pictures change at once instead of moving"));
    still->setCheckable(true);
    still->setChecked(QSettings().value(QStringLiteral("view/reducedMotion"), false).toBool());
    connect(still, &QAction::toggled, this,
            [](bool on) { QSettings().setValue(QStringLiteral("view/reducedMotion"), on); });

    QMenu* scales = view->addMenu(tr("&Presenter scale"));
    auto* steps = new QActionGroup(this);
    for (const int percent : {100, 125, 150, 175, 200, 225, 250}) {
        QAction* action = scales->addAction(tr("%1 %").arg(percent));
        action->setObjectName(QStringLiteral("scale%1").arg(percent));
        action->setCheckable(true);
        action->setChecked(qRound(theme().scale() * 100) == percent);
        steps->addAction(action);
        connect(action, &QAction::triggered, this, [percent] {
            theme().setScale(percent / 100.0);
            QSettings().setValue(QStringLiteral("view/scale"), percent / 100.0);
        });
    }
    scales->addSeparator();
    const auto step = [steps](int by) {
        const auto actions = steps->actions();
        const int at = static_cast<int>(actions.indexOf(steps->checkedAction())) + by;
        if (at >= 0 && at < actions.size()) actions[at]->trigger();
    };
    QAction* larger = addNamed(scales, QStringLiteral("zoomIn"), tr("&Larger"), {}, QKeySequence::ZoomIn,
                               tr("Larger letters and lines"));
    connect(larger, &QAction::triggered, this, [step] { step(1); });
    QAction* smaller = addNamed(scales, QStringLiteral("zoomOut"), tr("&Smaller"), {}, QKeySequence::ZoomOut,
                                tr("Smaller letters and lines"));
    connect(smaller, &QAction::triggered, this, [step] { step(-1); });
    QAction* full = addNamed(view, QStringLiteral("fullScreen"), tr("&Full screen"), {}, QKeySequence(Qt::Key_F11),
                             tr("The window on the whole screen, and back"));
    full->setCheckable(true);
    connect(full, &QAction::toggled, this, [this](bool on) {
        if (on == isFullScreen()) return;
        on ? showFullScreen() : showNormal();
        // Without a frame nothing else on the screen says it.
        if (on) statusBar()->showMessage(tr("Full screen. F11 leaves it."), 10'000);
        else statusBar()->clearMessage();
    });
}

void MainWindow::fillMatrixMenu(QMenu& menu) {
    menu.clear();
    if (QAction* open = action(QStringLiteral("open"))) menu.addAction(open);
    menu.addSection(tr("Samples"));
    for (const Sample& sample : sampleMatrices())
        menu.addAction(sample.title, this, [this, name = sample.name] { session_.openMatrix(name); })
            ->setToolTip(sample.name);
    if (session_.recent().isEmpty()) return;
    menu.addSection(tr("Recent"));
    for (const QString& name : session_.recent()) {
        QAction* action = menu.addAction(menuName(shortName(name)), this, [this, name] { session_.openMatrix(name); });
        action->setEnabled(canBeOpened(name));
        action->setToolTip(name);
    }
}

void MainWindow::updateRunActions() {
    if (run_action_ == nullptr) return;
    const QAbstractButton* const own = currentPage()->runButton();
    const QString refusal = own == nullptr ? run_page_->whyNot() : QString();
    run_action_->setEnabled(own != nullptr ? own->isEnabled() && !currentPage()->isRunning() : refusal.isEmpty());
    run_action_->setToolTip(own != nullptr      ? own->toolTip()
                            : refusal.isEmpty() ? tr("Run the ticked kernels")
                                                : refusal);
    stop_action_->setEnabled(run_page_->store().isRunning());
}

void MainWindow::askForFile() {
    const QString file = askToOpen(this, tr("Open a matrix"), QStringLiteral("open/folder"), matrixFileFilter());
    if (!file.isEmpty()) session_.openMatrix(file);
}

} // namespace warploom::ui
