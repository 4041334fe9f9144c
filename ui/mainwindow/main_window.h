#pragma once

#include "ui/mainwindow/page_stack.h"

#include <QMainWindow>

class QActionGroup;
class QToolBar;

namespace warploom::ui {

class Banner;
class HighlightFrame;
class LessonTabs;
class MachineSelector;
class MatrixButton;
class RunPage;
class SavedStates;
class StatusDisplay;
class TeachingMenus;
class WindowDocks;
class WindowExports;

/// The main window, which contains the pages on the left, docks on the right and at the bottom, and the status of the
/// worker and the device.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Session& session, QWidget* parent = nullptr);

    const QList<Page*>& pages() const { return pages_->pages(); }
    Page* currentPage() const { return pages_->current(); }
    void showPage(int index) { pages_->showPage(index); }
    RunPage& runPage() const { return *run_page_; }
    LessonTabs& lessonTabs() const { return *lessons_; }
    SavedStates& states() const { return *states_; }
    WindowExports& exports() const { return *exports_; }
    Banner& banner() const { return *banner_; }
    QAction* action(const QString& name) const { return findChild<QAction*>(name); }

    static bool isTraceFile(const QString& file) { return file.endsWith(QLatin1String(".warploom-trace")); }
    /// Opens an item that was specified on the command line, opened in a file manager, or dropped on the window. It can
    /// be a lesson file, a result file, a trace file, a matrix file or a generator expression.
    void openNamed(const QString& name);
    void showStartPage();
    /// Loads the runs and predictions of earlier sessions, and stores all new ones.
    void keepWork();
    /// Restores the docks and toolbars of the last session. Returns false if there is no valid saved layout.
    bool restoreLayout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void createPageBar();
    void createToolBar();
    void connectSession();
    void createFileMenu();
    void createViewMenu();
    void createRunMenu();
    void createToolsMenu();
    void createHelpMenu();
    void pageShown(int index);
    void matrixChanged();
    void pointAt(const QString& name);
    void updateRunActions();
    void applyTheme();
    void stayOnScreen();
    void adviseLayout();
    void advisePageBar();
    void adviseChoices();
    void adviseToolBar();
    bool eventFilter(QObject* watched, QEvent* event) override;

    Session& session_;
    PageStack* pages_ = nullptr;
    RunPage* run_page_ = nullptr;
    WindowDocks* docks_ = nullptr;
    LessonTabs* lessons_ = nullptr;
    SavedStates* states_ = nullptr;
    TeachingMenus* teaching_ = nullptr;
    WindowExports* exports_ = nullptr;
    StatusDisplay* status_ = nullptr;
    Banner* banner_ = nullptr;
    QToolBar *page_bar_ = nullptr, *tool_bar_ = nullptr;
    QActionGroup* page_actions_ = nullptr;
    MatrixButton* matrix_button_ = nullptr;
    MachineSelector* place_ = nullptr;
    HighlightFrame* highlight_ = nullptr;
    QAction *run_action_ = nullptr, *stop_action_ = nullptr, *choices_action_ = nullptr;
};

} // namespace warploom::ui
