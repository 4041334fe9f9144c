#include "ui/mainwindow/main_window.h"

#include "engine/memory.h"
#include "ui/charts/painted_accessible.h"
#include "ui/components/runs/run_store.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/machine_selector.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/warp/warp_file.h"
#include "ui/pages/warp/warp_page.h"
#include "ui/session/matrix_names.h"
#include "ui/session/worker_client.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/box_accessible.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QActionGroup>
#include <QCloseEvent>
#include <QDateTime>
#include <QDockWidget>
#include <QLabel>
#include <QMenuBar>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScreen>
#include <QSettings>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTextBrowser>
#include <QThreadPool>
#include <QTimer>
#include <QToolBar>
#include <QToolButton>
#include <QUrl>

#include <algorithm>
#include <utility>

namespace warploom::ui {
namespace {

/// Returns whether the window can open the file, which may be a matrix, network, result, report, experiment, lesson or
/// trace.
bool isOpened(const QUrl& url) {
    const QString file = url.toLocalFile();
    return looksLikeMatrixFile(file) || ReproducePage::isResultFile(file) || MainWindow::isLessonFile(file) ||
           MainWindow::isTraceFile(file);
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

    stack_ = new QStackedWidget;
    auto* centre = new QWidget;
    inColumn(centre, {{stack_, 1}}, 0);
    setCentralWidget(centre);

    createToolBar();
    createPages();
    createDocks();
    createLessons();
    createStatusBar();
    banner_ = new Banner(*statusBar(), {loading_label_, worker_label_});
    createActions();

    connect(&session_, &Session::problem, banner_, &Banner::show);
    // Hide the error message when a setting changes, another page is shown or a run starts. By then, the user has
    // probably read the message or solved the problem.
    connect(&session_, &Session::choiceChanged, banner_, &Banner::setOver);
    connect(stack_, &QStackedWidget::currentChanged, banner_, &Banner::setOver);
    connect(&runPage().store(), &RunStore::runsChanged, banner_, [this] {
        if (runPage().store().isRunning()) banner_->setOver();
        adviseChoices();
    });
    connect(&session_, &Session::noted, this, [this](const QString& line) {
        log_->appendPlainText(QDateTime::currentDateTime().toString(QStringLiteral("HH:mm:ss  ")) + line);
    });
    // Matrices and exports use a lot of memory, which the allocator keeps after it is freed. Return unused memory to
    // the system after a while.
    QTimer* calm = pauseTimer(this, 3000, [] { QThreadPool::globalInstance()->start([] { give_back_memory(); }); });
    connect(&session_, &Session::matrixChanged, calm, qOverload<>(&QTimer::start));
    connect(&session_, &Session::noted, calm, qOverload<>(&QTimer::start));
    connect(&session_, &Session::matrixChanged, this, &MainWindow::updateMatrix);
    connect(&session_, &Session::matrixChanged, this, &MainWindow::placeDocks);
    connect(&session_, &Session::matrixChanged, banner_, &QWidget::hide);
    connect(&session_, &Session::choiceChanged, this, [this](const QString& key) {
        if (key == QLatin1String("machine")) updateRunActions();
    });
    connect(&session_, &Session::loadingStarted, this, [this](const QString& name) {
        statusBar()->clearMessage(); // clear the status tip of a menu entry, which would hide the progress
        loading_label_->setText(tr("Loading %1").arg(matrixTitle(name)));
        progress_->setRange(0, 0);
        for (QWidget* widget : std::initializer_list<QWidget*>{loading_label_, progress_, cancel_}) widget->show();
    });
    connect(&session_, &Session::loadingProgress, this,
            [this](const QString& stage, qint64 done, qint64 total) { showProgress(progress_, stage, done, total); });
    connect(&session_, &Session::loadingFinished, this, [this] {
        for (QWidget* widget : std::initializer_list<QWidget*>{loading_label_, progress_, cancel_}) widget->hide();
    });
    connect(&session_, &Session::hoveredChanged, this, [this] {
        const HoveredNonzero at = session_.hovered();
        QString text;
        if (at.isValid() && session_.matrix() != nullptr) {
            const CsrMatrix& csr = session_.matrix()->matrix.csr;
            if (at.row < csr.rows)
                text = tr("row %1, column %2 · %n nonzeros in the row", nullptr, pluralOf(csr.row_length(at.row)))
                           .arg(at.row)
                           .arg(at.col);
            else text = tr("row %1, column %2").arg(at.row).arg(at.col);
        }
        hover_label_->setText(text);
    });
    connect(&session_.worker(), &WorkerClient::stateChanged, this, &MainWindow::updateWorker);
    connect(&session_.worker(), &WorkerClient::handshakeChanged, this, [this] {
        const protocol::Handshake& handshake = session_.worker().handshake();
        // If the user has not selected a machine, use the worker's best machine, which is a GPU if there is one.
        if (!session_.choice(QStringLiteral("machine")).isValid() ||
            handshake.machine(session_.machine().toStdString()) == nullptr) {
            const std::string simulated = std::string("simulated:") + simulated::default_card;
            QString best = handshake.machine(simulated) != nullptr ? toQString(simulated)
                           : handshake.machines.empty()            ? QString()
                                                                   : toQString(handshake.machines.front().id);
            for (const protocol::MachineEntry& machine : handshake.machines)
                if (machine.kind == MachineKind::cuda) {
                    best = toQString(machine.id);
                    break;
                }
            if (!best.isEmpty() && best != session_.machine()) session_.presetChoice(QStringLiteral("machine"), best);
        }
        updateRunActions();
        updateInspector();
    });
    connect(&session_.undoStack(), &QUndoStack::cleanChanged, this, &MainWindow::updateTitle);
    connect(&theme(), &Theme::changed, this, &MainWindow::applyTheme);

    // Subtract the title bar from the available height, so that the status bar is visible on a small projector.
    resize(QSize(1280, 720).boundedTo(screen()->availableSize() - QSize(0, title_bar)));
    showPage(0);
    updateMatrix();
    updateWorker();
    applyTheme();
    default_state_ = saveState(layout_version);
}

void MainWindow::showPage(int index) {
    if (index < 0 || index >= pages_.size()) return;
    stack_->setCurrentIndex(index);
    page_actions_->actions()[index]->setChecked(true);
    updateRunActions();
    updateInspector();
    placeDocks();
    adviseChoices();
}

bool MainWindow::eventFilter(QObject* watched, QEvent* event) {
    const bool says_more = event->type() == QEvent::EnabledChange || event->type() == QEvent::ToolTipChange;
    if (says_more && currentPage() != nullptr && watched == currentPage()->runButton()) updateRunActions();
    if (event->type() == QEvent::Close && watched == runs_dock_) runs_wanted_ = runs_pinned_ = false;
    if (event->type() == QEvent::Close && watched == inspector_dock_) inspector_folded_ = false;
    return QMainWindow::eventFilter(watched, event);
}

/// Shows the table of runs on the Run page, and hides the inspector if it is empty.
void MainWindow::placeDocks() {
    if (inspector_dock_ == nullptr || cramped_) return;
    const bool is_run = currentPage() == run_page_, has_runs = !run_page_->store().runs().empty();
    if (runs_wanted_ && is_run && has_runs && runs_dock_->isHidden()) {
        runs_dock_->show();
        runs_dock_->raise();
        // On a small projector, reduce the height of the dock to leave more space for the charts.
        resizeDocks({runs_dock_}, {theme().px(height() < theme().px(800) ? 115 : 150)}, Qt::Vertical);
    } else if (!is_run && !runs_pinned_) {
        runs_dock_->hide();
    }
    const bool is_empty = currentPage()->inspectorText().isEmpty();
    if (is_empty && !inspector_dock_->isHidden()) {
        inspector_folded_ = true;
        inspector_dock_->hide();
    } else if (!is_empty && inspector_folded_) {
        inspector_folded_ = false;
        inspector_dock_->show();
    }
}

void MainWindow::updateMatrix() {
    const MatrixHandle& matrix = session_.matrix();
    if (matrix == nullptr) {
        matrix_button_->setText(tr("Choose a matrix"));
    } else {
        const QString name = matrix->title();
        // Use the theme's font, because the button may still have the font of the previous scale.
        const QFontMetrics metrics(theme().font());
        const auto room = [&](const QString& beside) {
            return matrix_button_->maximumWidth() - metrics.horizontalAdvance(beside) -
                   theme().px(theme().scale() < 1.5 ? 50 : 36);
        };
        QString count = QStringLiteral("   ") + nonzerosText(matrix->statistics.nonzeros);
        // At a large font scale, show only the number of nonzeros, so that the text is not cut off.
        if (room(count) < theme().px(70)) count = QStringLiteral("   ") + shortCount(matrix->statistics.nonzeros);
        const int for_name = std::max(theme().px(50), room(count));
        matrix_button_->setText(menuName(metrics.elidedText(name, Qt::ElideRight, for_name)) + count);
        matrix_button_->setToolTip(paragraph({matrix->title(), matrix->name()}));
    }
    updateTitle();
    updateRunActions();
    updateInspector();
}

void MainWindow::updateWorker() {
    const Colours& colours = theme().colours();
    QColor colour = colours.muted;
    switch (session_.worker().state()) {
    case WorkerClient::State::ready: colour = colours.strokeColour(2); break;
    case WorkerClient::State::busy: colour = colours.accent; break;
    case WorkerClient::State::failed: colour = colours.strokeColour(3); break;
    case WorkerClient::State::starting:
    case WorkerClient::State::stopped: break;
    }
    const QString text = session_.worker().stateText();
    worker_label_->setText(
        QStringLiteral("<span style='color:%1'>●</span> %2").arg(colour.name(), text.toHtmlEscaped()));
    worker_label_->setAccessibleDescription(text);
    worker_label_->setToolTip(session_.worker().command().join(QLatin1Char(' ')));
}

void MainWindow::updateInspector() {
    if (inspector_ == nullptr || currentPage() == nullptr) return;
    const QString html = currentPage()->inspectorText();
    if (html == inspector_html_) return;
    inspector_html_ = html;
    inspector_->setHtml(html);
}

void MainWindow::updateTitle() {
    setWindowTitle(session_.matrix() == nullptr ? QStringLiteral("Warploom")
                                                : tr("%1 - Warploom").arg(session_.matrix()->title()));
}

void MainWindow::applyTheme() {
    page_bar_->setIconSize(QSize(theme().px(26), theme().px(26)));
    tool_bar_->setIconSize(QSize(theme().px(18), theme().px(18)));
    progress_->setFixedWidth(theme().px(160));
    inspector_->document()->setDefaultFont(theme().font());
    scaleDocks(theme().scale() / std::exchange(docks_scale_, theme().scale()));
    inspector_html_.clear();
    updateInspector();
    adviseToolBar();
    updateMatrix();
    updateWorker();
    adviseLayout();
    // Wait until pending events have been processed, because some widgets receive the new font only then.
    QTimer::singleShot(0, this, [this] {
        for (Page* const page : qAsConst(pages_)) forgetSizes(page);
    });
}

void MainWindow::resizeEvent(QResizeEvent* event) {
    QMainWindow::resizeEvent(event);
    advisePageBar();
    adviseToolBar();
    updateMatrix();
    adviseLayout();
    boundLesson();
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
    lesson_tabs_->tabBar()->setVisible(!low || !lessons_->isOpen() || lesson_tabs_->currentWidget() != lessons_);
    const QWidgetList fields = currentPage()->choiceFields();
    const bool folds = low && !fields.isEmpty() && currentPage()->hasPicture();
    choices_action_->setVisible(folds);
    for (QWidget* each : fields) each->setVisible(!folds || choices_action_->isChecked());
}

void MainWindow::adviseLayout() {
    advisePageBar();
    adviseChoices();
    // At a large font scale, hide the docks if they do not fit next to the page, and restore them when there is enough
    // room.
    const bool cramped = width() < theme().px(1100);
    if (cramped == cramped_) return;
    cramped_ = cramped;
    if (cramped) {
        for (QDockWidget* dock : {inspector_dock_, runs_dock_, log_dock_}) {
            if (dock->isHidden()) continue;
            put_away_.append(dock);
            dock->hide();
        }
    } else {
        bringDocksBack();
        placeDocks();
    }
}

void MainWindow::bringDocksBack() {
    // Hide the inspector during a lesson, because the lesson needs the space.
    const bool in_lesson = !state_before_lesson_.isEmpty() && lesson_dock_->isVisible();
    inspector_after_lesson_ = in_lesson && put_away_.removeOne(inspector_dock_);
    for (QDockWidget* dock : qAsConst(put_away_)) dock->show();
    if (put_away_.contains(inspector_dock_)) resizeDocks({inspector_dock_}, {theme().px(230)}, Qt::Horizontal);
    put_away_.clear();
}

/// Scales the width of the docks next to the page by the given factor, so that each line still holds as many characters
/// as before.
void MainWindow::scaleDocks(double by) {
    if (by == 1) return;
    for (QDockWidget* dock : {inspector_dock_, lesson_dock_}) {
        if (dock->isHidden()) continue;
        const int width = static_cast<int>(dock->width() * by);
        // Wait until the widgets have the new font and have computed their minimum sizes.
        QTimer::singleShot(0, this, [this, dock, width, scale = theme().scale()] {
            if (scale == theme().scale()) resizeDocks({dock}, {width}, Qt::Horizontal);
        });
    }
}

/// In a small window, limits the width of the lesson dock to less than half of the window.
void MainWindow::boundLesson() {
    if (lesson_dock_->isVisible() && !lesson_dock_->isFloating() && 2 * lesson_dock_->width() > width())
        resizeDocks({lesson_dock_}, {width() * 2 / 5}, Qt::Horizontal);
}

bool MainWindow::restoreLayout() {
    QSettings settings;
    const bool geometry = restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
    stayOnScreen();
    cramped_ = false;
    put_away_.clear();
    const bool state = restoreState(settings.value(QStringLiteral("window/state")).toByteArray(), layout_version);
    // The dock widths may have been saved at a different font scale.
    const double before = settings.value(QStringLiteral("window/scale"), theme().scale()).toDouble();
    if (state && before > 0) // defer scaling until the layout is complete
        QTimer::singleShot(0, this, [this, by = theme().scale() / before] { scaleDocks(by); });
    // On the first start, there is no saved layout, and the inspector remains hidden until it has contents.
    if (state) inspector_folded_ = false;
    adviseLayout();
    placeDocks();
    return state && geometry;
}

void MainWindow::restoreDefaultLayout() {
    restoreState(default_state_, layout_version);
    inspector_dock_->show();
    const bool has_runs = currentPage() == run_page_ && !run_page_->store().runs().empty();
    runs_dock_->setVisible(has_runs);
    log_dock_->hide();
    put_away_.clear();
    cramped_ = inspector_folded_ = runs_pinned_ = false;
    runs_wanted_ = true;
}

void MainWindow::closeEvent(QCloseEvent* event) {
    QSettings settings;
    // Show the inspector before saving the layout. It was hidden only because it is empty.
    if (inspector_folded_) inspector_dock_->show();
    bringDocksBack(); // restore docks that were hidden for lack of space, because the user has not closed them
    settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
    settings.setValue(QStringLiteral("window/scale"), theme().scale());
    // A lesson rearranges the docks, so save the layout from before the lesson.
    settings.setValue(QStringLiteral("window/state"),
                      state_before_lesson_.isEmpty() ? saveState(layout_version) : state_before_lesson_);
    QMainWindow::closeEvent(event);
}

void MainWindow::openNamed(const QString& name) {
    // A desktop environment may pass a file as a URL.
    if (name.startsWith(QLatin1String("file:"))) return openNamed(QUrl(name).toLocalFile());
    if (isLessonFile(name)) openLesson(name);
    else if (ReproducePage::isResultFile(name)) showPageOf<ReproducePage>()->openFile(name);
    else if (isTraceFile(name)) showPageOf<WarpPage>()->files().open(name);
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
