#pragma once

#include <QObject>

class QMainWindow;
class QMenu;

namespace warploom::ui {

class LessonTabs;
class PageStack;
class Session;

/// The actions of the Help and Tools menus for teaching: help, the course, predictions and grading.
class TeachingMenus : public QObject {
    Q_OBJECT
public:
    TeachingMenus(QMainWindow& window, Session& session, PageStack& pages, LessonTabs& lessons);

    void addHelp(QMenu& help);
    void addTools(QMenu& tools);

private:
    void showHelp();
    void showCourse();
    void handInPredictions();

    QMainWindow& window_;
    Session& session_;
    PageStack& pages_;
    LessonTabs& lessons_;
};

} // namespace warploom::ui
