#include "ui/gallery/gallery.h"

#include "engine/error.h"
#include "ui/charts/chart_export.h"
#include "ui/gallery/scenes.h"
#include "ui/session/worker_client.h"
#include "ui/shell/main_window.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QImage>
#include <QPixmap>
#include <QTimer>

#include <algorithm>
#include <cstdio>
#include <functional>

namespace warploom::ui {
namespace {

/// Lets the window live until a condition holds; false when time is up.
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

void settle(int ms) {
    wait_for([] { return false; }, ms);
}

/// The window once it has come to rest: a page lays itself out in several turns, on a busy machine over half a second.
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

/// False when a step of the scene was not done in time.
bool play(const Scene& scene, int limit_s) {
    return std::all_of(scene.begin(), scene.end(),
                       [limit_s](const auto& step) { return wait_for(step, limit_s * 1000); });
}

int complain(const QString& sentence) {
    std::fprintf(stderr, "warploom: %s\n", qPrintable(sentence));
    return 1;
}

struct Look {
    Theme::Mode mode;
    double scale;
    const char* suffix;
};

/// Each page in four looks; `name` instead of the page's title. Returns how many could not be written.
int takePictures(MainWindow& window, const QString& folder, const QList<Page*>& pages, const QString& name = {}) {
    int failures = 0;
    for (const Look& look : {Look{Theme::Mode::light, 1.0, "light"}, Look{Theme::Mode::dark, 1.0, "dark"},
                             Look{Theme::Mode::light, 2.0, "light-200"}, Look{Theme::Mode::dark, 2.0, "dark-200"}}) {
        theme().setMode(look.mode);
        theme().setScale(look.scale);
        for (Page* page : pages) {
            window.showPage(static_cast<int>(window.pages().indexOf(page)));
            window.resize(1280, 720);
            const QString stem = name.isEmpty() ? page->title().toLower() : name;
            const QString file =
                QDir(folder).filePath(QStringLiteral("%1-%2.png").arg(stem, QLatin1String(look.suffix)));
            try {
                std::fprintf(stderr, "%s\n", qPrintable(file));
                writePicture(settledPicture(window), file);
            } catch (const Error& error) { failures += complain(error.what()); }
        }
    }
    return failures;
}

} // namespace

int renderGallery(Session& session, MainWindow& window, const QString& folder, const QString& matrix,
                  const QString& only, int limit_s) {
    if (!QDir().mkpath(folder)) return complain(MainWindow::tr("The folder '%1' cannot be made.").arg(folder));
    QString problem;
    QObject::connect(&session, &Session::problem, &window, [&problem](const QString& sentence) { problem = sentence; });
    theme().setMode(Theme::Mode::light);
    theme().setScale(1.0);
    window.resize(1280, 720);
    window.show();
    session.worker().start();
    session.openMatrix(matrix);
    if (!wait_for([&] { return !session.isLoading(); }, limit_s * 1000) || session.matrix() == nullptr)
        return complain(problem.isEmpty() ? MainWindow::tr("'%1' was not loaded in time.").arg(matrix) : problem);
    if (!wait_for(
            [&] {
                return !session.worker().handshake().machines.empty() ||
                       session.worker().state() == WorkerClient::State::failed;
            },
            60'000))
        return complain(MainWindow::tr("The worker did not greet in time."));
    int failures = 0;
    QList<Page*> wanted;
    for (int i = 0; i < window.pages().size(); ++i) {
        if (!window.pages()[i]->title().toLower().startsWith(only)) continue;
        wanted.append(window.pages()[i]);
        window.showPage(i);
        if (!play(sceneOf(*window.pages()[i]), limit_s))
            failures += complain(MainWindow::tr("The page %1 has no data to show.").arg(window.pages()[i]->title()));
    }
    failures += takePictures(window, folder, wanted);
    if (only.isEmpty()) window.exportAllTo(QDir(folder).filePath(QStringLiteral("charts")));
    // The same page with the map of a network, which the other pages' matrix has not.
    if (QStringLiteral("network").startsWith(only)) {
        Page* matrix_page = window.pages().first();
        session.openMatrix(QStringLiteral("hillside.inp"));
        window.showPage(0);
        theme().setMode(Theme::Mode::light);
        theme().setScale(1.0);
        if (!wait_for([&] { return !session.isLoading() && matrix_page->isSettled(); }, limit_s * 1000))
            failures += complain(MainWindow::tr("The small water network was not loaded in time."));
        failures += takePictures(window, folder, {matrix_page}, QStringLiteral("network"));
    }
    for (Page* const page : window.pages())
        for (const auto& [name, scene] : moreScenesOf(*page)) {
            if (!name.startsWith(only)) continue;
            theme().setMode(Theme::Mode::light);
            theme().setScale(1.0);
            window.showPage(static_cast<int>(window.pages().indexOf(page)));
            if (!play(scene, limit_s)) failures += complain(MainWindow::tr("There is no data for %1.").arg(name));
            failures += takePictures(window, folder, {page}, name);
        }
    if (!problem.isEmpty()) failures += complain(problem);
    return failures == 0 ? 0 : 1;
}

} // namespace warploom::ui
