#pragma once

#include "engine/lesson/lesson.h"

#include <QObject>

class QMainWindow;
class QMenu;

namespace warploom::ui {

class LessonTabs;
class PageStack;
class Session;
class WindowDocks;

/// Saves the state of the window as a lesson step or as a link, and opens lessons and links.
class SavedStates : public QObject {
    Q_OBJECT
public:
    SavedStates(QMainWindow& window, Session& session, PageStack& pages, WindowDocks& docks, LessonTabs& lessons);

    void addActions(QMenu& file);
    /// Returns a link to the state of the window, which starts with `warploom:`. If the link would be too long, reports
    /// an error and returns an empty string.
    QString link();
    /// Saves the state of the window as a lesson with one step. If the file is already a lesson, adds the step.
    void saveTo(const QString& file);
    static bool isLessonFile(const QString& file);

private:
    lesson::State stateNow(const QByteArray& layout) const;
    void askForLesson();
    void askForLink();
    void askToSave();
    void copyLink();

    QMainWindow& window_;
    Session& session_;
    PageStack& pages_;
    WindowDocks& docks_;
    LessonTabs& lessons_;
};

} // namespace warploom::ui
