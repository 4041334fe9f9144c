#include "ui/mainwindow/main_window.h"

#include "engine/embedded_file.h"
#include "ui/mainwindow/edit_actions.h"
#include "ui/pages/matrix/matrix_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/matrix_names.h"
#include "ui/session/samples.h"
#include "ui/session/worker_client.h"
#include "ui/widgets/file_dialogs.h"
#include "ui/widgets/page_parts.h"

#include <QAbstractButton>
#include <QAction>
#include <QActionGroup>
#include <QApplication>
#include <QDockWidget>
#include <QFile>
#include <QInputDialog>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QMenuBar>
#include <QMessageBox>
#include <QProcess>
#include <QSettings>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>

namespace warploom {
const std::vector<EmbeddedFile>& contact_files(); // embedded file packaging/contacts.json
} // namespace warploom

namespace warploom::ui {

namespace {

/// Returns the third-party notices, which tools/third-party-notices generates and which are installed with the program.
/// Returns an empty string if this build has no notices.
QString notices() {
    QFile file(QCoreApplication::applicationDirPath() + QStringLiteral("/../share/doc/warploom/THIRD-PARTY.txt"));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Returns an address of packaging/contacts.json, such as "home".
QString contact(const QString& name) {
    const QByteArray json = QByteArray::fromStdString(contact_files().front().text);
    return QJsonDocument::fromJson(json).object().value(name).toString();
}

/// Shows the About dialog with the program's name, version, license and addresses, and the libraries that it uses.
void showAbout(QWidget* parent) {
    QMessageBox box(
        QMessageBox::NoIcon, QObject::tr("About Warploom"),
        QObject::tr("<h3>Warploom %1</h3><p>A workbench that shows how GPU warps process sparse matrices.</p><p>Free "
                    "software under the GNU General Public License, version 3 or later. You may use, share and modify "
                    "it. It comes without any warranty.</p><p>Built with Qt, QCustomPlot, QScintilla, Eigen, OpenBLAS, "
                    "libsodium, zlib, nlohmann-json and CLI11.</p>")
                .arg(QApplication::applicationVersion()) +
            QObject::tr("<p><a href=\"%1\">Home page</a></p><p><a href=\"%2\">Report a bug</a></p>")
                .arg(contact(QStringLiteral("home")), contact(QStringLiteral("issues"))),
        QMessageBox::Close, parent);
    box.setTextFormat(Qt::RichText);
    box.setIconPixmap(QApplication::windowIcon().pixmap(64));
    if (const QString text = notices(); !text.isEmpty()) box.setDetailedText(text);
    box.exec();
}

} // namespace

QAction* MainWindow::addNamed(QWidget* menu, const char* name, const QString& text, const QString& tip,
                              const QKeySequence& shortcut) {
    auto* action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
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
    run_action_ = addNamed(run, "run", tr("&Run"), tr("Run the selected kernels"), {}, [this] {
        if (QAbstractButton* const own = currentPage()->runButton()) return own->click();
        showPageOf<RunPage>()->run();
    });
    followIcon(run_action_, QStringLiteral("play"));
    addNamed(run, "pageAction", tr("&Start this page"),
             tr("Run, start, measure or play, depending on the current page"), QKeySequence(Qt::Key_F5), [this] {
                 QAbstractButton* const button = currentPage()->mainButton();
                 // A click on a disabled button has no effect, so do not check whether the button is enabled.
                 if (button != nullptr) return button->click();
                 showPageOf<RunPage>()->run();
             });
    stop_action_ =
        addNamed(run, "stop", tr("S&top"),
                 tr("Stop after the current launch. Press again to stop immediately. Finished results are kept."),
                 QKeySequence(QStringLiteral("Shift+F5")), [this] { run_page_->stop(); });
    followIcon(stop_action_, QStringLiteral("stop"));
    for (const Page* page : pages_)
        if (QAbstractButton* const own = page->runButton()) own->installEventFilter(this);
    addNamed(run, "place", tr("C&hange device..."), tr("Select the device that runs the kernels, and the modeled card"),
             QKeySequence(QStringLiteral("Ctrl+M")), [this] { emit session_.placeWanted(); });
    addNamed(run, "advice", tr("&Which kernel?"), tr("Show which kernel to use for this matrix, and why"),
             QKeySequence(QStringLiteral("Ctrl+K")),
             [this] { showPageOf<MatrixPage>()->showSide(MatrixPage::Side::advice); });
    run->addSeparator();
    addNamed(run, "clearRuns", tr("&Clear earlier runs"), tr("Remove all finished runs"), {},
             [this] { run_page_->store().clear(); });
    tool_bar_->addAction(run_action_);
    tool_bar_->addAction(stop_action_);

    QMenu* tools = menuBar()->addMenu(tr("&Tools"));
    addNamed(tools, "restartWorker", tr("&Restart the worker"), tr("Stop the worker and start a new one"), {}, [this] {
        session_.worker().stop();
        session_.worker().start();
    });
    addNamed(
        tools, "workerCommand", tr("Worker &command..."),
        tr("Set the command that starts the worker. To run the worker remotely, prefix the command with ssh -T host."),
        {}, [this] {
            bool ok = false;
            const QString text =
                QInputDialog::getText(this, tr("Worker command"),
                                      tr("Command that starts the worker. To run the worker on another host:\nssh "
                                         "-T host warploom-engine serve"),
                                      QLineEdit::Normal, session_.worker().command().join(QLatin1Char(' ')), &ok);
            if (!ok || text.trimmed().isEmpty()) return;
            session_.worker().setCommand(QProcess::splitCommand(text));
            session_.worker().start();
            QSettings().setValue(QStringLiteral("worker/command"), session_.worker().command());
        });

    addClassActions(tools);

    QMenu* help = menuBar()->addMenu(tr("&Help"));
    addHelpActions(help);
    addNamed(help, "about", tr("&About Warploom"), tr("Show the version and license"), {}, [this] {
        showAbout(this);
    })->setMenuRole(QAction::AboutRole);
    updateRunActions();
}

/// Adds the Edit menu's actions. They apply to the widget that had keyboard focus before the menu was opened.
void MainWindow::addEditActions(QMenu* edit) {
    connect(qApp, &QApplication::focusChanged, this, [this](QWidget*, QWidget* now) {
        if (now != nullptr && isAncestorOf(now) && qobject_cast<QMenuBar*>(now) == nullptr) edited_ = now;
    });
    const auto undo =
        addTurn(edit, Turn::undo, tr("&Undo the last edit"), session_.undoStack().createUndoAction(this, tr("&Undo")));
    const auto redo =
        addTurn(edit, Turn::redo, tr("&Redo the last edit"), session_.undoStack().createRedoAction(this, tr("&Redo")));
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
        addNamed(edit, name, text, tip, key, [this, does, refusal] {
            if (!does(edited_)) statusBar()->showMessage(refusal, 5000);
        });
    };
    add("cut", tr("Cu&t"), QKeySequence::Cut, tr("Cut the selection"), cutFrom, tr("Click a text field first."));
    add("copy", tr("&Copy"), QKeySequence::Copy, tr("Copy the selection, or the chart and its data"), copyFrom,
        tr("Click some text, a table or a chart first."));
    add("paste", tr("&Paste"), QKeySequence::Paste, tr("Paste"), pasteInto, tr("Click a text field first."));
}

/// Adds an undo or redo action. The action applies to the text editor with keyboard focus or, if there is none, to the
/// settings. Returns a function that updates the text of the action.
std::function<void()> MainWindow::addTurn(QMenu* edit, Turn turn, const QString& in_text, QAction* of_choices) {
    const bool undoes = turn == Turn::undo;
    QAction* action = addNamed(edit, undoes ? "undo" : "redo", of_choices->text(), {},
                               undoes ? QKeySequence::Undo : QKeySequence::Redo, [this, turn, of_choices] {
                                   if (!turnIn(edited_, turn)) of_choices->trigger();
                               });
    const auto refresh = [this, turn, in_text, of_choices, action] {
        const bool in_a_text = canTurn(edited_, turn);
        action->setText(in_a_text ? in_text : of_choices->text());
        action->setEnabled(in_a_text || of_choices->isEnabled());
    };
    connect(of_choices, &QAction::changed, action, refresh);
    refresh();
    return refresh;
}

void MainWindow::createFileMenu() {
    QMenu* file = menuBar()->addMenu(tr("&File"));
    followIcon(addNamed(file, "open", tr("&Open..."),
                        tr("Open a Matrix Market file (.mtx, .mtx.gz), a SciPy file (.npz) or a water network (.inp)"),
                        QKeySequence::Open, &MainWindow::askForFile),
               QStringLiteral("open"));
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
    for (const ExampleMatrix& sample : sampleMatrices()) {
        QAction* action =
            samples->addAction(sample.title, this, [this, name = sample.name] { session_.openMatrix(name); });
        action->setStatusTip(sample.name);
    }
    file->addSeparator();
    addLessonActions(file);
    file->addSeparator();
    addExportActions(file);
    file->addSeparator();
    addNamed(file, "quit", tr("&Quit"), tr("Quit Warploom"), QKeySequence::Quit, &QWidget::close)
        ->setMenuRole(QAction::QuitRole);
}

void MainWindow::createViewMenu() {
    QMenu* view = menuBar()->addMenu(tr("&View"));
    for (QAction* action : page_actions_->actions()) view->addAction(action);
    view->addSeparator();
    const char* const keys[] = {"F7", "F9", "F10", "F12"};
    int i = 0;
    for (QDockWidget* dock : {lesson_dock_, inspector_dock_, runs_dock_, log_dock_}) {
        // Docks can be tabbed. If another dock covers the dock of this action, the shortcut raises the dock first, and
        // hides it when pressed again.
        QAction* toggle = view->addAction(dock->windowTitle());
        toggle->setCheckable(true);
        toggle->setShortcut(QKeySequence(QLatin1String(keys[i++])));
        connect(dock, &QDockWidget::visibilityChanged, toggle, &QAction::setChecked);
        connect(toggle, &QAction::triggered, dock, [this, dock] {
            const bool is_in_front = dock->isVisible() && !dock->visibleRegion().isEmpty();
            if (dock == runs_dock_) runs_wanted_ = runs_pinned_ = !is_in_front;
            if (dock == inspector_dock_) inspector_folded_ = false;
            dock->setVisible(!is_in_front);
            // Wait until the dock is part of the layout before raising it.
            if (!is_in_front) QTimer::singleShot(0, dock, [dock] { dock->raise(); });
        });
    }
    choices_action_ =
        addNamed(view, "choices", tr("S&how options panel"), tr("Show or hide the options panel"), Qt::Key_F3);
    choices_action_->setIconText(tr("Options (F3)"));
    choices_action_->setCheckable(true);
    connect(choices_action_, &QAction::toggled, this, &MainWindow::adviseChoices);
    auto* choices = new QToolButton(menuBar()); // placed in the menu bar, because the toolbars have less room
    choices->setObjectName(QStringLiteral("choicesButton"));
    choices->setDefaultAction(choices_action_);
    choices->setFocusPolicy(Qt::TabFocus);
    connect(choices_action_, &QAction::changed, choices, [this, choices] {
        choices->setVisible(choices_action_->isVisible());
        menuBar()->adjustSize();
    });
    menuBar()->setCornerWidget(choices);
    addNamed(view, "restoreLayout", tr("Restore &default layout"),
             tr("Restore the default positions of panels and toolbars"), {}, &MainWindow::restoreDefaultLayout);
    view->addSeparator();

    QMenu* themes = view->addMenu(tr("&Theme"));
    auto* modes = new QActionGroup(this);
    const std::pair<QString, Theme::Mode> all[] = {{tr("Follow the &system"), Theme::Mode::follow_system},
                                                   {tr("&Light"), Theme::Mode::light},
                                                   {tr("&Dark"), Theme::Mode::dark}};
    for (const auto& [text, mode] : all) {
        QAction* const action = addChoice(themes, modes, QStringLiteral("theme%1").arg(static_cast<int>(mode)), text,
                                          theme().mode() == mode);
        connect(action, &QAction::triggered, this, [mode = mode] {
            theme().setMode(mode);
            QSettings().setValue(QStringLiteral("view/theme"), static_cast<int>(mode));
        });
    }

    QAction* still = addNamed(view, "reduceMotion", tr("Reduce &motion"), tr("Turn off animations"));
    still->setCheckable(true);
    still->setChecked(QSettings().value(QStringLiteral("view/reducedMotion"), false).toBool());
    connect(still, &QAction::toggled, this,
            [](bool on) { QSettings().setValue(QStringLiteral("view/reducedMotion"), on); });

    QMenu* scales = view->addMenu(tr("&Presenter scale"));
    auto* steps = new QActionGroup(this);
    for (const int percent : {100, 125, 150, 175, 200, 225, 250}) {
        QAction* const action = addChoice(scales, steps, QStringLiteral("scale%1").arg(percent),
                                          tr("%1 %").arg(percent), qRound(theme().scale() * 100) == percent);
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
    addNamed(scales, "zoomIn", tr("&Larger"), tr("Increase the font size and line width"), QKeySequence::ZoomIn,
             [step] { step(1); });
    addNamed(scales, "zoomOut", tr("&Smaller"), tr("Decrease the font size and line width"), QKeySequence::ZoomOut,
             [step] { step(-1); });
    QAction* full = addNamed(view, "fullScreen", tr("&Full screen"), tr("Enter or exit full-screen mode"),
                             QKeySequence(Qt::Key_F11));
    full->setCheckable(true);
    connect(full, &QAction::toggled, this, [this](bool on) {
        if (on == isFullScreen()) return;
        on ? showFullScreen() : showNormal();
        // A full-screen window has no frame, so tell the user how to leave full-screen mode.
        if (on) statusBar()->showMessage(tr("Press F11 to exit full-screen mode."), 10'000);
        else statusBar()->clearMessage();
    });
}

void MainWindow::fillMatrixMenu(QMenu& menu) {
    menu.clear();
    if (QAction* open = action(QStringLiteral("open"))) menu.addAction(open);
    menu.addSection(tr("Samples"));
    for (const ExampleMatrix& sample : sampleMatrices())
        menu.addAction(sample.title, this, [this, name = sample.name] { session_.openMatrix(name); })
            ->setToolTip(sample.name);
    if (session_.recent().isEmpty()) return;
    menu.addSection(tr("Recent"));
    for (const QString& name : session_.recent()) {
        QAction* action =
            menu.addAction(menuName(matrixTitle(name)), this, [this, name] { session_.openMatrix(name); });
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
                            : refusal.isEmpty() ? tr("Run the selected kernels")
                                                : refusal);
    stop_action_->setEnabled(run_page_->store().isRunning());
}

void MainWindow::askForFile() {
    const QString file = askToOpen(this, tr("Open a matrix"), QStringLiteral("open/folder"), matrixFileFilter());
    // Use openNamed(), because the user may have selected another type of file, such as a lesson.
    if (!file.isEmpty()) openNamed(file);
}

} // namespace warploom::ui
