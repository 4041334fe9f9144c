#include "ui/gallery/gallery.h"

#include "engine/error.h"
#include "engine/terminal_text.h"
#include "ui/charts/chart_export.h"
#include "ui/gallery/scenes.h"
#include "ui/lesson/exercise_panel.h"
#include "ui/lesson/lesson_panel.h"
#include "ui/mainwindow/lesson_tabs.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/step/sheet_export.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"

#include <QApplication>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QTimer>
#include <QToolButton>

#include <algorithm>
#include <functional>
#include <iterator>

namespace warploom::ui {
namespace {

/// Processes events until `condition` returns true. Returns false on timeout.
bool wait_for(const std::function<bool()>& condition, int limit_ms) {
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (clock.elapsed() > limit_ms) return false;
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

constexpr int settle_ms = 60'000;

void settle(int ms) {
    wait_for([] { return false; }, ms);
}

/// Waits until a window no longer changes, and returns a screenshot. On a busy computer, updating the layout may take
/// more than half a second.
QImage settledPicture(QWidget& window) {
    QImage before;
    for (int attempt = 0; attempt < 12; ++attempt) {
        settle(150);
        const QImage now = window.grab().toImage();
        if (now == before) return now;
        before = now;
    }
    return before;
}

/// Performs the steps of a scene on the current page. Returns false if a step times out.
bool play(const Scene& scene, int limit_s) {
    return std::all_of(scene.begin(), scene.end(),
                       [limit_s](const auto& step) { return wait_for(step, limit_s * 1000); });
}

int complain(const QString& sentence) {
    tell("warploom: " + sentence.toStdString());
    return 1;
}

struct Look {
    Theme::Mode mode;
    double scale;
    QSize size;
    const char* suffix;
};
const Look looks[] = {{Theme::Mode::light, 1.0, {1280, 720}, "light"},
                      {Theme::Mode::dark, 1.0, {1280, 720}, "dark"},
                      {Theme::Mode::light, 1.0, {1024, 768}, "light-1024"},
                      {Theme::Mode::light, 2.0, {1280, 720}, "light-200"},
                      {Theme::Mode::dark, 2.0, {1280, 720}, "dark-200"}};

/// Takes screenshots, and counts screenshots and failures.
struct Taking {
    MainWindow& window;
    QString folder;
    int all = 0;
    int done = 0, failures = 0;

    void say(const QString& file) {
        ++done;
        tell(std::to_string(done) + " of " + std::to_string(all) + ": " + file.toStdString());
    }

    /// Takes screenshots of the pages in each theme and at each scale. If `name` is not empty, it replaces the page
    /// name in file names.
    void pages(const QList<Page*>& pages, const QString& name = {}) {
        for (const Look& look : looks) {
            theme().setMode(look.mode);
            theme().setScale(look.scale);
            for (Page* page : pages) {
                window.showPage(static_cast<int>(window.pages().indexOf(page)));
                window.resize(look.size);
                const QString stem = name.isEmpty() ? page->title().toLower() : name;
                const QString file =
                    QDir(folder).filePath(QStringLiteral("%1-%2.png").arg(stem, QLatin1String(look.suffix)));
                say(file);
                // Show the page before waiting, because some pages request data only while they are visible.
                if (!wait_for([page] { return page->isSettled(); }, settle_ms))
                    failures +=
                        complain(MainWindow::tr("The %1 page did not finish loading in time.").arg(page->title()));
                try {
                    writePicture(settledPicture(window), file);
                } catch (const Error& error) { failures += complain(error.what()); }
            }
        }
        usualLook();
    }

    /// Exports the charts of a page in their current state as SVG, PDF, PNG and CSV.
    void charts(const Page& page, const QString& name) {
        try {
            QList<Chart*> all_charts;
            for (Chart* chart : page.charts())
                if (!chart->chartTable().rows.empty()) all_charts.append(chart);
            exportAll(all_charts, QDir(folder).filePath(QStringLiteral("charts/") + name));
        } catch (const Error& error) { failures += complain(error.what()); }
    }

    void usualLook() {
        theme().setMode(Theme::Mode::light);
        theme().setScale(1.0);
        window.resize(1280, 720);
    }
};

} // namespace

int renderGallery(Session& session, MainWindow& window, const QString& folder, const QString& matrix,
                  const QString& only, int limit_s) {
    if (!QDir().mkpath(folder)) return complain(MainWindow::tr("Could not create the folder '%1'.").arg(folder));
    QString problem;
    QObject::connect(&session, &Session::problem, &window, [&problem](const QString& sentence) { problem = sentence; });
    theme().setMode(Theme::Mode::light);
    theme().setScale(1.0);
    window.resize(1280, 720);
    window.show();
    session.worker().start();
    session.openMatrix(matrix);
    if (!wait_for([&] { return !session.isLoading(); }, limit_s * 1000) || session.matrix() == nullptr)
        return complain(problem.isEmpty() ? MainWindow::tr("'%1' did not load in time.").arg(matrix) : problem);
    if (!wait_for(
            [&] {
                return !session.worker().handshake().machines.empty() ||
                       session.worker().state() == WorkerClient::State::failed;
            },
            60'000))
        return complain(MainWindow::tr("The worker did not respond in time."));
    Taking taking{window, folder};
    int& failures = taking.failures;
    QList<Page*> wanted;
    for (Page* const page : window.pages()) {
        taking.all += page->title().toLower().startsWith(only) ? 1 : 0;
        for (const auto& [name, scene] : moreScenesOf(*page)) taking.all += name.startsWith(only) ? 1 : 0;
    }
    for (const char* name : {"network", "lesson", "exercise", "docks"})
        taking.all += QLatin1String(name).startsWith(only) ? 1 : 0;
    taking.all *= static_cast<int>(std::size(looks));
    for (int i = 0; i < window.pages().size(); ++i) {
        if (!window.pages()[i]->title().toLower().startsWith(only)) continue;
        wanted.append(window.pages()[i]);
        window.showPage(i);
        if (!play(sceneOf(*window.pages()[i]), limit_s))
            failures += complain(MainWindow::tr("The %1 page has no data to show.").arg(window.pages()[i]->title()));
    }
    taking.pages(wanted);
    if (only.isEmpty()) {
        window.exports().saveCharts(QDir(folder).filePath(QStringLiteral("charts")));
        // Close the banner about the export, so that it does not appear in later screenshots.
        if (auto* const close = window.findChild<QToolButton*>(QStringLiteral("closeWritten"))) close->click();
    }
    // Show the Matrix page with a network map, which the default matrix does not have.
    if (QStringLiteral("network").startsWith(only)) {
        Page* matrix_page = window.pages().first();
        session.openMatrix(QStringLiteral("hillside.inp"));
        window.showPage(0);
        theme().setMode(Theme::Mode::light);
        theme().setScale(1.0);
        if (!wait_for([&] { return !session.isLoading() && matrix_page->isSettled(); }, limit_s * 1000))
            failures += complain(MainWindow::tr("The small water network did not load in time."));
        taking.pages({matrix_page}, QStringLiteral("network"));
        taking.charts(*matrix_page, QStringLiteral("network"));
    }
    for (Page* const page : window.pages())
        for (const auto& [name, scene] : moreScenesOf(*page)) {
            if (!name.startsWith(only)) continue;
            theme().setMode(Theme::Mode::light);
            theme().setScale(1.0);
            window.showPage(static_cast<int>(window.pages().indexOf(page)));
            if (!play(scene, limit_s)) failures += complain(MainWindow::tr("There is no data for %1.").arg(name));
            taking.charts(*page, name);
            taking.pages({page}, name);
        }
    // Show the docks next to the pages. First show a lesson with its question, and then all docks at once.
    if (QStringLiteral("lesson").startsWith(only)) {
        window.lessonTabs().openLesson(QStringLiteral("warp"));
        Page* const shown = window.currentPage();
        if (!wait_for([&] { return !session.isLoading() && shown->isSettled(); }, limit_s * 1000))
            failures += complain(MainWindow::tr("The lesson did not load in time."));
        taking.pages({shown}, QStringLiteral("lesson"));
        window.lessonTabs().lessons().leave();
    }
    // Show the grading result for the starter code of an exercise, which passes one gate and fails another one.
    if (QStringLiteral("exercise").startsWith(only)) {
        ExercisePanel& exercise = window.lessonTabs().exercises();
        window.lessonTabs().openExercise(QStringLiteral("sort-rows"));
        exercise.startAnswer();
        Page* const shown = window.currentPage();
        if (!wait_for([&] { return exercise.judgement() && shown->isSettled(); }, limit_s * 1000))
            failures += complain(MainWindow::tr("The exercise was not graded in time."));
        taking.pages({shown}, QStringLiteral("exercise"));
        exercise.leave();
        session.texts().close(exercise.answer());
    }
    if (QStringLiteral("docks").startsWith(only)) {
        window.showPage(static_cast<int>(window.pages().indexOf(&window.runPage())));
        for (const char* name : {"inspectorDock", "runsDock", "logDock"})
            if (auto* const dock = window.findChild<QDockWidget*>(QLatin1String(name))) dock->show();
        taking.pages({&window.runPage()}, QStringLiteral("docks"));
    }
    if (QStringLiteral("sheets").startsWith(only)) {
        try {
            for (const char* topic : {"cr", "pcr", "coo"})
                for (const QString& file :
                     writeSheets(QLatin1String(topic), QDir(folder).filePath(QStringLiteral("charts/sheets"))))
                    tell("sheet: " + file.toStdString());
        } catch (const Error& error) { failures += complain(error.what()); }
    }
    if (!problem.isEmpty()) failures += complain(problem);
    return failures == 0 ? 0 : 1;
}

} // namespace warploom::ui
