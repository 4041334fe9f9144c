#pragma once

#include "ui/mainwindow/page_stack.h"

#include <QMainWindow>

#include <optional>

class QDockWidget;
class QPlainTextEdit;
class QTextBrowser;

namespace warploom::ui {

class RunPage;

/// The docks of the main window, and the rules by which they are shown and hidden: the table of runs belongs to the Run
/// page, a lesson or an exercise replaces the inspector, and a narrow window has room only for the page.
class WindowDocks : public QObject {
    Q_OBJECT
public:
    WindowDocks(QMainWindow& window, PageStack& pages, Session& session);

    /// Returns all docks in the order of the View menu.
    QList<QDockWidget*> all() const { return {lesson_, inspector_, runs_, log_}; }
    QDockWidget* lesson() const { return lesson_; }
    /// Shows a dock in front of the other docks. If it is already in front, hides it.
    void toggle(QDockWidget* dock);
    /// Shows the table of runs on the Run page, and hides the inspector if it is empty. Called whenever the page or the
    /// matrix changes.
    void place();
    void updateInspector();
    /// Hides the docks if they do not fit next to the page, and restores them when there is enough room.
    void fit();
    /// In a small window, limits the width of the lesson dock to less than half of the window.
    void boundLesson();
    void applyTheme();

    /// Restores the layout of the last session. Returns false if there is no valid saved layout.
    bool restore();
    void restoreDefaults();
    void save();
    /// Stores the current layout as the default layout.
    void keepDefaults();
    QByteArray layout() const;

    bool isInLesson() const { return before_lesson_.has_value(); }
    void beginLesson();
    void endLesson(); ///< Restores the layout from before the lesson.
    /// Applies a layout that a lesson has saved.
    void showLayout(const QByteArray& layout);
    /// Hides the inspector to make room for an exercise. It is shown again when the exercise is closed.
    void beginExercise();
    void endExercise();

private:
    /// When the table of runs is shown: on the Run page if there are runs, on all pages because the user has opened it,
    /// or never because the user has closed it.
    enum class RunsRule { automatic, pinned, closed };

    QDockWidget* dock(const char* object, const QString& title, QWidget* widget, Qt::DockWidgetArea area);
    bool eventFilter(QObject* watched, QEvent* event) override;
    bool unfoldInspector();
    void bringBack();
    void scale(double by);

    QMainWindow& window_;
    PageStack& pages_;
    RunPage& run_page_;
    QDockWidget *lesson_ = nullptr, *inspector_ = nullptr, *runs_ = nullptr, *log_ = nullptr;
    QTextBrowser* inspector_text_ = nullptr;
    QString inspector_html_;
    QByteArray defaults_;
    std::optional<QByteArray> before_lesson_; ///< layout from before the lesson, if a lesson is open
    RunsRule runs_rule_ = RunsRule::automatic;
    bool inspector_folded_ = false; ///< whether the inspector is hidden because it is empty
    bool inspector_before_exercise_ = false;
    /// Whether the inspector was hidden for lack of space when the lesson was opened.
    bool inspector_after_lesson_ = false;
    double scale_; ///< font scale of the current dock widths
    /// Docks that were hidden because the window is too narrow, and will be shown again when there is enough room;
    /// empty if there is enough room.
    std::optional<QList<QDockWidget*>> put_away_;
};

} // namespace warploom::ui
