#pragma once

#include <QObject>
#include <QStringList>

class QMainWindow;
class QMenu;

namespace warploom::ui {

class ExercisePanel;
class PageStack;
class Session;

/// Exports charts, step-by-step pages and runnable pages from the main window. Reports results and errors to the
/// session.
class WindowExports : public QObject {
    Q_OBJECT
public:
    WindowExports(QMainWindow& window, Session& session, PageStack& pages, ExercisePanel& exercises);

    void addActions(QMenu& file);
    /// Exports every chart that has rows in all formats, together with an index.html page that shows the charts.
    /// Returns the names of the files.
    QStringList saveCharts(const QString& folder);
    /// Exports the steps of the current page as one HTML page. Returns false if an error occurs or the page has no
    /// steps.
    bool saveLessonPage(const QString& file);
    /// Exports an HTML page that runs in a web browser, with the current exercise or, if there is none, the kernel
    /// source on the Write page. The worker creates the page.
    void saveRunningPage(const QString& file);
    /// Opens a folder in the file manager.
    void openFolder(const QString& folder);

private:
    void askForFolder();
    void askForLessonPage();
    void askForRunningPage();

    QMainWindow& window_;
    Session& session_;
    PageStack& pages_;
    ExercisePanel& exercises_;
};

} // namespace warploom::ui
