#pragma once

#include "engine/course/course.h"
#include "engine/lesson/lesson.h"
#include "ui/mainwindow/pages.h"
#include "ui/pages/page.h"
#include "ui/pages/start/start_page.h"
#include "ui/style/theme.h"

#include <QMainWindow>
#include <QPointer>

#include <functional>

class QActionGroup;
class QDockWidget;
class QLabel;
class QPlainTextEdit;
class QProgressBar;
class QStackedWidget;
class QTabWidget;
class QTextBrowser;
class QToolBar;
class QToolButton;

namespace warploom::ui {

enum class Turn;

class Banner;
class ExercisePanel;
class LessonPanel;
class MachineSelector;
class ReproducePage;
class RunPage;

/// The main window, which contains the pages on the left, docks on the right and at the bottom, and the status of the
/// worker and the device.
class MainWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit MainWindow(Session& session, QWidget* parent = nullptr);

    const QList<Page*>& pages() const { return pages_; }
    Page* currentPage() const;
    void showPage(int index);
    RunPage& runPage() const { return *run_page_; }
    /// Opens a lesson in the lesson dock. `lesson` is the ID of a built-in lesson or a file name.
    void openLesson(const QString& id_or_path);
    /// Opens an exercise, given its ID or a file name.
    void openExercise(const QString& id_or_path);
    /// Opens a lesson or an exercise, or creates a kernel source for a built-in problem.
    void openCourseItem(course::ItemKind kind, const QString& name);
    static bool isLessonFile(const QString& file);
    static bool isTraceFile(const QString& file) { return file.endsWith(QLatin1String(".warploom-trace")); }
    /// Opens an item that was specified on the command line, opened in a file manager, or dropped on the window. It can
    /// be a lesson file, a result file, a trace file, a matrix file or a generator expression.
    void openNamed(const QString& name);
    void showStartPage() { showPageOf<StartPage>(); }
    /// Loads the runs and predictions of earlier sessions, and stores all new ones.
    void keepWork();
    LessonPanel& lessons() const { return *lessons_; }
    ExercisePanel& exercises() const { return *exercises_; }
    /// Returns a link to the state of the window, which starts with `warploom:`. If the link would be too long, reports
    /// an error and returns an empty string.
    QString linkToState();
    /// Saves the state of the window as a lesson with one step. If the file is already a lesson, adds the step.
    void saveStateTo(const QString& file);
    Banner& banner() const { return *banner_; }
    QAction* action(const QString& name) const { return findChild<QAction*>(name); }

    /// Restores the docks and toolbars of the last session. Returns false if there is no valid saved layout.
    bool restoreLayout();
    void restoreDefaultLayout();
    /// Exports every chart that has rows in all formats, together with an index.html page that shows the charts.
    /// Returns the names of the files. Reports errors to the session.
    QStringList exportAllTo(const QString& folder);
    /// Exports the steps of the current page as one HTML page and reports the result to the user. Returns false if an
    /// error occurs or the page has no steps.
    bool exportLessonPageTo(const QString& file);
    /// Exports an HTML page that runs in a web browser, with the current exercise or, if there is none, the kernel
    /// source on the Write page. The worker creates the page. Reports the result to the session.
    void exportRunningPageTo(const QString& file);

protected:
    void closeEvent(QCloseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void createPages();
    void createDocks();
    void createToolBar();
    void createStatusBar();
    void createActions();
    void createFileMenu();
    void addEditActions(QMenu* edit);
    std::function<void()> addTurn(QMenu* edit, Turn turn, const QString& in_text, QAction* of_choices);
    void createViewMenu();
    void createLessons();
    void keepCourseProgress();
    void showCourse();
    void makeRoomForExercise();
    void addLessonActions(QMenu* file);
    void addHelpActions(QMenu* help);
    void addClassActions(QMenu* tools);
    void showHelp();
    void showPageNamed(const QString& name);
    lesson::State stateNow(const QByteArray& layout) const;
    void askForLesson();
    void askToSaveState();
    void handInPredictions();
    QAction* addNamed(QWidget* menu, const char* name, const QString& text, const QString& tip,
                      const QKeySequence& shortcut = {});
    /// Adds an action to a menu. The action calls `does` when triggered.
    template <class Does>
    QAction* addNamed(QWidget* menu, const char* name, const QString& text, const QString& tip,
                      const QKeySequence& shortcut, Does does) {
        QAction* const action = addNamed(menu, name, text, tip, shortcut);
        connect(action, &QAction::triggered, this, does);
        return action;
    }

    template <class P> P* showPageOf() {
        auto* const page = pageOf<P>(pages_);
        showPage(static_cast<int>(pages_.indexOf(page)));
        return page;
    }

    void askForFile();
    void askForFolder();
    void askForLessonPage();
    void askForRunningPage();
    void addExportActions(QMenu* file);
    void createWritten();
    void openFolder(const QString& folder);
    void fillMatrixMenu(QMenu& menu);
    void updateMatrix();
    void updateRunActions();
    void updateWorker();
    void updateInspector();
    void updateTitle();
    void applyTheme();
    void stayOnScreen();
    void adviseLayout();
    void bringDocksBack();
    void scaleDocks(double by);
    void boundLesson();
    void advisePageBar();
    void adviseChoices();
    void adviseToolBar();
    void placeDocks(); ///< Updates the docks. Called whenever the page or the matrix changes.
    bool eventFilter(QObject* watched, QEvent* event) override;

    static constexpr int layout_version = 1;

    Session& session_;
    QList<Page*> pages_;
    RunPage* run_page_ = nullptr;
    ReproducePage* reproduce_page_ = nullptr;
    QStackedWidget* stack_ = nullptr;
    Banner* banner_ = nullptr;
    QToolBar* page_bar_ = nullptr;
    QToolBar* tool_bar_ = nullptr;
    QActionGroup* page_actions_ = nullptr;
    QToolButton* matrix_button_ = nullptr;
    MachineSelector* place_ = nullptr;
    QLabel* worker_label_ = nullptr;
    QLabel* hover_label_ = nullptr;
    QLabel* loading_label_ = nullptr;
    QLabel* written_label_ = nullptr;
    QToolButton* open_written_ = nullptr;
    QString written_folder_;
    QProgressBar* progress_ = nullptr;
    QToolButton* cancel_ = nullptr;
    QDockWidget* inspector_dock_ = nullptr;
    QDockWidget* runs_dock_ = nullptr;
    QDockWidget* log_dock_ = nullptr;
    LessonPanel* lessons_ = nullptr;
    ExercisePanel* exercises_ = nullptr;
    QTabWidget* lesson_tabs_ = nullptr;
    QDockWidget* lesson_dock_ = nullptr;
    int page_before_lesson_ = 0, step_before_lesson_ = -1;
    QByteArray state_before_lesson_;
    bool inspector_before_exercise_ = false;
    /// Whether the inspector was hidden for lack of space when the lesson was opened.
    bool inspector_after_lesson_ = false;
    QTextBrowser* inspector_ = nullptr;
    QPlainTextEdit* log_ = nullptr;
    QPointer<QWidget> edited_; ///< widget other than a menu that most recently had keyboard focus
    QAction* run_action_ = nullptr;
    QAction* stop_action_ = nullptr;
    QAction* choices_action_ = nullptr;
    QByteArray default_state_;
    QString inspector_html_;
    /// Whether to show the runs dock on the Run page if there are runs; false if the user has closed the dock.
    bool runs_wanted_ = true;
    bool runs_pinned_ = false;      ///< whether the user has opened the runs dock; it then stays visible on all pages
    bool inspector_folded_ = false; ///< whether the inspector is hidden because it is empty
    double docks_scale_ = theme().scale(); ///< font scale of the current dock widths
    /// Whether the docks next to the page are hidden because there is not enough room.
    bool cramped_ = false;
    /// Docks that were hidden for lack of space and will be shown again when there is enough room.
    QList<QDockWidget*> put_away_;
};

} // namespace warploom::ui
