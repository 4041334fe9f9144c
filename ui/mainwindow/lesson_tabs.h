#pragma once

#include "engine/course/course.h"
#include "ui/mainwindow/page_stack.h"

#include <QTabWidget>

namespace warploom::ui {

class ExercisePanel;
class LessonPanel;
class RunPage;
class WindowDocks;

/// The lessons and the exercises, which are the two tabs of the lesson dock. Only one lesson or exercise can be open at
/// a time, because each restores the previous settings when it ends.
class LessonTabs : public QObject {
    Q_OBJECT
public:
    LessonTabs(Session& session, PageStack& pages, WindowDocks& docks);

    LessonPanel& lessons() const { return *lessons_; }
    ExercisePanel& exercises() const { return *exercises_; }
    /// Opens a lesson. `lesson` is the ID of a built-in lesson, a file name or a link.
    void openLesson(const QString& lesson);
    /// Opens an exercise, given its ID or a file name.
    void openExercise(const QString& exercise);
    /// Opens a lesson or an exercise, or creates a kernel source for a built-in problem.
    void openCourseItem(course::ItemKind kind, const QString& name);
    /// Shows the list of lessons.
    void showList();
    /// Shows or hides the tab bar. It is hidden only while a lesson is open, to leave more space for the lesson.
    void setTabBarShown(bool on);

signals:
    void lessonOpened();
    void tabChanged();
    /// Emitted when a lesson points at a widget or an action. `name` is its object name, or empty if the lesson no
    /// longer points at anything.
    void pointRequested(const QString& name);

private:
    void connectLessons();
    void connectExercises();
    void keepCourseProgress();

    Session& session_;
    PageStack& pages_;
    WindowDocks& docks_;
    LessonPanel* lessons_ = nullptr;
    ExercisePanel* exercises_ = nullptr;
    QTabWidget* tabs_ = nullptr;
    struct Place {
        int page = 0, step = -1;
    } before_lesson_; ///< page and step to return to when the lesson ends
};

} // namespace warploom::ui
