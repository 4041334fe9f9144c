#include "ui/mainwindow/main_window.h"

#include "engine/experiment/experiment.h"
#include "engine/memory.h"
#include "ui/charts/painted_accessible.h"
#include "ui/components/runs/run_store.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/edit_menu.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/machine_selector.h"
#include "ui/mainwindow/matrix_button.h"
#include "ui/mainwindow/saved_states.h"
#include "ui/mainwindow/status_display.h"
#include "ui/mainwindow/teaching_menus.h"
#include "ui/mainwindow/window_docks.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/start/start_page.h"
#include "ui/pages/warp/warp_file.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/qt_text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/box_accessible.h"
#include "ui/widgets/highlight_frame.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDir>
#include <QFileInfo>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QScreen>
#include <QSettings>
#include <QStatusBar>
#include <QThreadPool>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include <algorithm>

namespace warploom::ui {
namespace {

/// Returns whether the window can open the file, which may be a matrix, network, result, report, experiment, lesson or
/// trace.
bool isOpened(const QUrl& url) {
    const QString file = url.toLocalFile();
    return looksLikeMatrixFile(file) || ResultLibrary::isResultFile(file) || SavedStates::isLessonFile(file) ||
           MainWindow::isTraceFile(file);
}

/// Returns the ID of the worker's best machine, which is a GPU if there is one; empty if there are no machines.
QString bestMachine(const protocol::Handshake& handshake) {
    for (const protocol::MachineEntry& machine : handshake.machines)
        if (machine.kind == MachineKind::cuda) return toQString(machine.id);
    const std::string simulated = std::string("simulated:") + simulated::default_card;
    if (handshake.machine(simulated) != nullptr) return toQString(simulated);
    return handshake.machines.empty() ? QString() : toQString(handshake.machines.front().id);
}

constexpr int title_bar = 40; // maximum height of the title bar of a window, in pixels

} // namespace

MainWindow::MainWindow(Session& session, QWidget* parent) : QMainWindow(parent), session_(session) {
    installPaintedAccessibles();
    installBoxAccessibles();
    setObjectName(QStringLiteral("mainWindow"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);

    createToolBar();
    pages_ = new PageStack(session_);
    run_page_ = pageOf<RunPage>(pages());
    auto* const centre = new QWidget;
    inColumn(centre, {{pages_, 1}}, 0);
    setCentralWidget(centre);
    createPageBar();
    docks_ = new WindowDocks(*this, *pages_, session_);
    lessons_ = new LessonTabs(session_, *pages_, *docks_);
    states_ = new SavedStates(*this, session_, *pages_, *docks_, *lessons_);
    teaching_ = new TeachingMenus(*this, session_, *pages_, *lessons_);
    exports_ = new WindowExports(*this, session_, *pages_, lessons_->exercises());
    highlight_ = new HighlightFrame(this);
    status_ = new StatusDisplay(*statusBar(), session_, *pages_, *exports_);
    banner_ = new Banner(*statusBar(), {status_->loading(), status_->worker()});
    createFileMenu();
    new EditMenu(*this, session_, *menuBar()->addMenu(tr("&Edit")));
    createViewMenu();
    createRunMenu();
    createToolsMenu();
    createHelpMenu();
    updateRunActions();

    connect(pages_, &PageStack::pageShown, this, &MainWindow::pageShown);
    connect(lessons_, &LessonTabs::lessonOpened, this, &MainWindow::adviseChoices);
    connect(lessons_, &LessonTabs::tabChanged, this, &MainWindow::adviseChoices);
    connect(lessons_, &LessonTabs::pointRequested, this, &MainWindow::pointAt);
    connectSession();
    connect(&theme(), &Theme::changed, this, &MainWindow::applyTheme);

    // Subtract the title bar from the available height, so that the status bar is visible on a small projector.
    resize(QSize(1280, 720).boundedTo(screen()->availableSize() - QSize(0, title_bar)));
    showPage(0);
    matrixChanged();
    applyTheme();
    docks_->keepDefaults();
}

void MainWindow::connectSession() {
    connect(&session_, &Session::problem, banner_, &Banner::show);
    // Hide the error message when a setting changes, another page is shown or a run starts. By then, the user has
    // probably read the message or solved the problem.
    connect(&session_, &Session::choiceChanged, banner_, &Banner::setOver);
    connect(pages_, &PageStack::currentChanged, banner_, &Banner::setOver);
    connect(&run_page_->store(), &RunStore::runsChanged, banner_, [this] {
        if (run_page_->store().isRunning()) banner_->setOver();
        adviseChoices();
    });
    // Matrices and exports use a lot of memory, which the allocator keeps after it is freed. Return unused memory to
    // the system after a while.
    QTimer* calm = pauseTimer(this, 3000, [] { QThreadPool::globalInstance()->start([] { give_back_memory(); }); });
    connect(&session_, &Session::matrixChanged, calm, qOverload<>(&QTimer::start));
    connect(&session_, &Session::noted, calm, qOverload<>(&QTimer::start));
    connect(&session_, &Session::matrixChanged, this, &MainWindow::matrixChanged);
    connect(&session_, &Session::matrixChanged, docks_, &WindowDocks::place);
    connect(&session_, &Session::matrixChanged, banner_, &QWidget::hide);
    connect(&session_, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("machine")) updateRunActions();
    });
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, [this] {
        const protocol::Handshake& handshake = session_.worker().handshake();
        // If the user has not selected a machine, use the worker's best machine.
        if (!session_.choice(QStringLiteral("machine")).isValid() ||
            handshake.machine(session_.machine().toStdString()) == nullptr) {
            const QString best = bestMachine(handshake);
            if (!best.isEmpty() && best != session_.machine()) session_.presetChoice(QStringLiteral("machine"), best);
        }
        updateRunActions();
        docks_->updateInspector();
    });
}

void MainWindow::createPageBar() {
    page_bar_ = new QToolBar(tr("Pages"), this);
    page_bar_->setObjectName(QStringLiteral("pageBar"));
    page_bar_->setMovable(false);
    page_bar_->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    addToolBar(Qt::LeftToolBarArea, page_bar_);
    page_actions_ = new QActionGroup(this);
    for (int i = 0; i < pages().size(); ++i) {
        Page* page = pages()[i];
        // The start page has its own button on the toolbar, because it does not show the matrix.
        const bool is_start = qobject_cast<StartPage*>(page) != nullptr;
        auto* action = new QAction(page->title(), this);
        if (is_start) tool_bar_->insertAction(tool_bar_->actions().value(0), action);
        else page_bar_->addAction(action);
        followIcon(action, page->iconName());
        action->setObjectName(QStringLiteral("page%1").arg(i + 1));
        action->setCheckable(true);
        // Ctrl+1 to Ctrl+9 are the shortcuts of the first nine pages, and Ctrl+0 is the shortcut of the tenth page.
        action->setShortcut(
            QKeySequence(is_start ? QStringLiteral("Alt+Home") : QStringLiteral("Ctrl+%1").arg((i + 1) % 10)));
        action->setToolTip(tr("%1 (%2)").arg(page->title(), action->shortcut().toString(QKeySequence::NativeText)));
        action->setStatusTip(tr("Show the %1 page").arg(page->title()));
        page_actions_->addAction(action);
        if (is_start)
            qobject_cast<QToolButton*>(tool_bar_->widgetForAction(action))->setToolButtonStyle(Qt::ToolButtonIconOnly);
        connect(action, &QAction::triggered, this, [this, i] { showPage(i); });
        connect(page, &Page::inspectorChanged, this, [this, page] {
            if (page != currentPage()) return;
            docks_->updateInspector();
            adviseChoices();
        });
        if (QAbstractButton* const own = page->runButton()) own->installEventFilter(this);
    }
    connect(run_page_, &RunPage::canRunChanged, this, &MainWindow::updateRunActions);
}

void MainWindow::createToolBar() {
    tool_bar_ = new QToolBar(tr("Main"), this);
    tool_bar_->setObjectName(QStringLiteral("mainBar"));
    tool_bar_->setMovable(false);
    tool_bar_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addToolBar(Qt::TopToolBarArea, tool_bar_);
    matrix_button_ = new MatrixButton(session_);
    tool_bar_->addWidget(matrix_button_);
    place_ = new MachineSelector(session_);
    tool_bar_->addWidget(place_);
    // Draw a frame around these buttons, so that users recognize them as selectors.
    for (QToolButton* const button : std::initializer_list<QToolButton*>{matrix_button_, place_})
        button->setAutoRaise(false);
    auto* const space = new QWidget; // an expanding spacer, which pushes Run and Stop to the right edge
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    tool_bar_->addWidget(space);
}

void MainWindow::pageShown(int index) {
    page_actions_->actions()[index]->setChecked(true);
    updateRunActions();
    docks_->updateInspector();
    docks_->place();
    adviseChoices();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const bool says_more = event->type() == QEvent::EnabledChange || event->type() == QEvent::ToolTipChange;
    if (says_more && currentPage() != nullptr && watched == currentPage()->runButton()) updateRunActions();
    return QMainWindow::eventFilter(watched, event);
}

void MainWindow::matrixChanged() {
    matrix_button_->showMatrix();
    setWindowTitle(session_.matrix() == nullptr ? QStringLiteral("Warploom")
                                                : tr("%1 - Warploom").arg(session_.matrix()->title()));
    updateRunActions();
    docks_->updateInspector();
}

/// Draws attention to the widget with the given object name. If the name belongs to an action, draws attention to its
/// toolbar button.
void MainWindow::pointAt(const QString& name) {
    QWidget* target = name.isEmpty() ? nullptr : findChild<QWidget*>(name);
    if (QAction* const named = name.isEmpty() ? nullptr : action(name); target == nullptr && named != nullptr)
        for (const QToolBar* const bar : {tool_bar_, page_bar_})
            if (QWidget* const button = bar->widgetForAction(named)) target = button;
    highlight_->setTarget(target);
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

void MainWindow::applyTheme() {
    page_bar_->setIconSize(QSize(theme().px(26), theme().px(26)));
    tool_bar_->setIconSize(QSize(theme().px(18), theme().px(18)));
    status_->applyTheme();
    docks_->applyTheme();
    adviseToolBar();
    adviseLayout();
    // Wait until pending events have been processed, because some widgets receive the new font only then.
    QTimer::singleShot(0, this, [this] {
        for (Page* const page : pages()) forgetSizes(page);
    });
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    advisePageBar();
    adviseToolBar();
    adviseLayout();
    docks_->boundLesson();
}

void MainWindow::changeEvent(QEvent* event) {
    QMainWindow::changeEvent(event);
    QAction* const full = action(QStringLiteral("fullScreen"));
    if (event->type() == QEvent::WindowStateChange && full != nullptr) full->setChecked(isFullScreen());
}

/// Moves the window onto the screen if necessary. Its previous screen may have been larger or may no longer be
/// connected.
void MainWindow::stayOnScreen() {
    if (isMaximized() || isFullScreen()) return;
    const QRect room = screen()->availableGeometry().adjusted(0, title_bar, 0, 0);
    resize(size().boundedTo(room.size()));
    QRect place(pos() + QPoint(0, title_bar), size());
    place.moveLeft(std::clamp(place.left(), room.left(), room.left() + room.width() - place.width()));
    place.moveTop(std::clamp(place.top(), room.top(), room.top() + room.height() - place.height()));
    move(place.topLeft() - QPoint(0, title_bar));
}

/// Derives the widths of the matrix button and the machine selector from the width of the window, so that the toolbar
/// buttons do not move when their texts change.
void MainWindow::adviseToolBar() {
    const int room = width() - theme().px(240); // width of the window without the space for Run and Stop
    matrix_button_->setFixedWidth(std::min(theme().px(360), room * 2 / 5));
    matrix_button_->showMatrix();
    place_->setRoom(std::min(theme().px(440), room * 3 / 5));
}

void MainWindow::advisePageBar() {
    // If the page names do not fit below the icons, show only icons with tooltips, so that all pages remain reachable.
    const int line = QFontMetrics(theme().font()).height(), frame = theme().px(14);
    const int bars = menuBar()->sizeHint().height() + tool_bar_->sizeHint().height() +
                     std::max(statusBar()->sizeHint().height(), statusBar()->minimumHeight()) + theme().px(18);
    const int buttons = static_cast<int>(page_bar_->actions().size());
    const bool fits = buttons * (theme().px(26) + line + frame) <= height() - bars;
    page_bar_->setToolButtonStyle(fits ? Qt::ToolButtonTextUnderIcon : Qt::ToolButtonIconOnly);
    const int room = (height() - bars) / buttons;
    const int side = fits ? theme().px(26) : std::clamp(room - theme().px(7), theme().px(12), theme().px(26));
    page_bar_->setIconSize(QSize(side, side));
}

/// In a short window, hides the input fields of a page to make room for its view. If a lesson is open, also hides the
/// tabs above it to make room for its text. The invitation to the first lesson is shown only on the first page.
void MainWindow::adviseChoices() {
    if (choices_action_ == nullptr || currentPage() == nullptr) return;
    const bool low = isLow(this);
    lessons_->setTabBarShown(!low);
    const QWidgetList fields = currentPage()->choiceFields();
    const bool folds = low && !fields.isEmpty() && currentPage()->hasPicture();
    choices_action_->setVisible(folds);
    for (QWidget* each : fields) each->setVisible(!folds || choices_action_->isChecked());
}

void MainWindow::adviseLayout() {
    advisePageBar();
    adviseChoices();
    docks_->fit();
}

bool MainWindow::restoreLayout() {
    const bool geometry = restoreGeometry(QSettings().value(QStringLiteral("window/geometry")).toByteArray());
    stayOnScreen();
    const bool state = docks_->restore();
    adviseLayout();
    docks_->place();
    return state && geometry;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    docks_->save();
    QMainWindow::closeEvent(event);
}

void MainWindow::showStartPage() { pages_->show<StartPage>(); }

void MainWindow::keepWork() {
    const QDir folder = QFileInfo(toQString(experiment::user_folder())).dir();
    run_page_->store().keepIn(folder.filePath(QStringLiteral("runs")));
    const QString complaint = session_.predictions().keepIn(folder.filePath(QStringLiteral("predictions.jsonl")));
    if (!complaint.isEmpty()) session_.report(complaint);
}

void MainWindow::openNamed(const QString& name) {
    // Some desktop environments pass a file as a URL.
    if (name.startsWith(QLatin1String("file:"))) return openNamed(QUrl(name).toLocalFile());
    if (SavedStates::isLessonFile(name)) lessons_->openLesson(name);
    else if (ResultLibrary::isResultFile(name)) pages_->show<ReproducePage>()->openFile(name);
    else if (isTraceFile(name)) pages_->show<WarpPage>()->files().open(name);
    else session_.openMatrix(name);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
    const QList<QUrl> urls = event->mimeData()->urls();
    if (std::any_of(urls.begin(), urls.end(), isOpened)) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
    for (const QUrl& url : event->mimeData()->urls()) {
        if (!isOpened(url)) continue;
        event->acceptProposedAction();
        return openNamed(url.toLocalFile());
    }
}

} // namespace warploom::ui
