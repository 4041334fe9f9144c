#include "ui/mainwindow/main_window.h"

#include "ui/components/runs/run_store.h"
#include "ui/mainwindow/machine_selector.h"
#include "ui/pages/reproduce/reproduce_page.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/run/runs_panel.h"
#include "ui/widgets/dock_title.h"
#include "ui/widgets/page_parts.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QLabel>
#include <QMenu>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QScrollArea>
#include <QStackedWidget>
#include <QStatusBar>
#include <QTextBrowser>
#include <QToolBar>
#include <QToolButton>

namespace warploom::ui {

namespace {

QLabel* status_label(const QString& object, const QString& accessible, QWidget* parent) {
    auto* label = new QLabel(parent);
    label->setObjectName(object);
    label->setAccessibleName(accessible);
    return label;
}

} // namespace

void MainWindow::createPages() {
    pages_ = makePages(session_);
    run_page_ = pageOf<RunPage>(pages_);
    reproduce_page_ = pageOf<ReproducePage>(pages_);

    page_bar_ = new QToolBar(tr("Pages"), this);
    page_bar_->setObjectName(QStringLiteral("pageBar"));
    page_bar_->setMovable(false);
    page_bar_->setToolButtonStyle(Qt::ToolButtonTextUnderIcon);
    addToolBar(Qt::LeftToolBarArea, page_bar_);
    page_actions_ = new QActionGroup(this);
    for (int i = 0; i < pages_.size(); ++i) {
        Page* page = pages_[i];
        // Put the page in a scroll area, because at a scale of 200 %, it may not fit on the screen of a small
        // projector.
        stack_->addWidget(scrolled(page));
        // The start page has its own button on the toolbar, because it does not show the matrix.
        const bool is_start = qobject_cast<StartPage*>(page) != nullptr;
        auto* action = new QAction(page->title(), this);
        if (is_start) tool_bar_->insertAction(tool_bar_->actions().value(0), action);
        else page_bar_->addAction(action);
        followIcon(action, page->iconName());
        action->setObjectName(QStringLiteral("page%1").arg(i + 1));
        action->setCheckable(true);
        // Ctrl+1 to Ctrl+9 are the shortcuts of the first nine pages, and Ctrl+0 is that of the tenth page.
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
            updateInspector();
            adviseChoices();
        });
        connect(page, &Page::pageRequested, this,
                [this](Page* wanted) { showPage(static_cast<int>(pages_.indexOf(wanted))); });
    }
    connect(run_page_, &RunPage::canRunChanged, this, &MainWindow::updateRunActions);
}

void MainWindow::createDocks() {
    const auto dock = [this](const QString& object, const QString& title, QWidget* widget, Qt::DockWidgetArea area) {
        auto* made = new QDockWidget(title, this);
        made->setObjectName(object);
        made->setWidget(widget);
        made->setTitleBarWidget(new DockTitle(*made));
        addDockWidget(area, made);
        return made;
    };
    inspector_ = named(new QTextBrowser, "", tr("Details of the selection"));
    inspector_->setFrameShape(QFrame::NoFrame);
    inspector_->setOpenExternalLinks(true);
    inspector_dock_ = dock(QStringLiteral("inspectorDock"), tr("Inspector"), inspector_, Qt::RightDockWidgetArea);
    runs_dock_ =
        dock(QStringLiteral("runsDock"), tr("Runs"), new RunsPanel(run_page_->store()), Qt::BottomDockWidgetArea);
    log_ = named(new QPlainTextEdit, "", tr("Log"));
    log_->setReadOnly(true);
    log_->setMaximumBlockCount(5000);
    log_->setFrameShape(QFrame::NoFrame);
    log_dock_ = dock(QStringLiteral("logDock"), tr("Log"), log_, Qt::BottomDockWidgetArea);
    tabifyDockWidget(runs_dock_, log_dock_);
    runs_dock_->raise();
    // Hide the runs dock before the first run to leave its space to the page.
    runs_dock_->hide();
    log_dock_->hide();
    connect(&run_page_->store(), &RunStore::runsChanged, this, [this] {
        if (run_page_->store().isRunning()) placeDocks();
    });
    // Install event filters to detect when the user closes a dock.
    for (QDockWidget* each : {inspector_dock_, runs_dock_}) each->installEventFilter(this);
    resizeDocks({inspector_dock_}, {230}, Qt::Horizontal);
    resizeDocks({runs_dock_}, {150}, Qt::Vertical);
}

void MainWindow::createToolBar() {
    tool_bar_ = new QToolBar(tr("Main"), this);
    tool_bar_->setObjectName(QStringLiteral("mainBar"));
    tool_bar_->setMovable(false);
    tool_bar_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    addToolBar(Qt::TopToolBarArea, tool_bar_);
    matrix_button_ = new QToolButton;
    followIcon(matrix_button_, QStringLiteral("matrix"));
    matrix_button_->setObjectName(QStringLiteral("matrixButton"));
    matrix_button_->setPopupMode(QToolButton::InstantPopup);
    matrix_button_->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    matrix_button_->setAccessibleName(tr("Matrix"));
    matrix_button_->setToolTip(tr("Select the matrix to show on all pages"));
    matrix_button_->setFocusPolicy(Qt::StrongFocus);
    auto* menu = new QMenu(matrix_button_);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMatrixMenu(*menu); });
    matrix_button_->setMenu(menu);
    tool_bar_->addWidget(matrix_button_);
    place_ = new MachineSelector(session_);
    tool_bar_->addWidget(place_);
    // Draw a frame around these buttons, so that users recognize them as selectors.
    for (QToolButton* const button : {matrix_button_, static_cast<QToolButton*>(place_)}) button->setAutoRaise(false);
    auto* const space = new QWidget; // an expanding spacer, which pushes Run and Stop to the right edge
    space->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    tool_bar_->addWidget(space);
}

void MainWindow::createStatusBar() {
    hover_label_ = status_label(QStringLiteral("hoverLabel"), tr("Selection"), this);
    loading_label_ = status_label(QStringLiteral("loadingLabel"), tr("Loading"), this);
    progress_ = named(new QProgressBar(this), "loadingProgress", tr("Progress"));
    cancel_ = named(new QToolButton(this), "cancelLoading", tr("Cancel loading"));
    cancel_->setText(tr("Cancel"));
    connect(cancel_, &QToolButton::clicked, &session_, &Session::cancelLoading);
    worker_label_ = status_label(QStringLiteral("workerLabel"), tr("Worker"), this);
    worker_label_->setTextFormat(Qt::RichText); // needed for the colored status dot
    statusBar()->addWidget(hover_label_, 1);
    createWritten();
    statusBar()->addWidget(loading_label_);
    statusBar()->addWidget(progress_);
    statusBar()->addWidget(cancel_);
    statusBar()->addPermanentWidget(worker_label_);
    for (QWidget* widget : std::initializer_list<QWidget*>{loading_label_, progress_, cancel_}) widget->hide();
}

Page* MainWindow::currentPage() const { return pages_.value(stack_->currentIndex()); }

} // namespace warploom::ui
