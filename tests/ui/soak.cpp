// Takes a window with its worker through all pages repeatedly, for a given number of seconds (tools/soak):
//
//     soak SECONDS COMMAND OF THE WORKER
//
// Prints a line per round: its number, its duration, and the problems in it. The first line is the maximum number of
// threads of the window.
#include "engine/error.h"
#include "ui/components/runs/run_store.h"
#include "ui/gallery/scenes.h"
#include "ui/mainwindow/main_window.h"
#include "ui/mainwindow/window_exports.h"
#include "ui/pages/run/run_page.h"
#include "ui/pages/write/write_page.h"
#include "ui/session/background.h"
#include "ui/session/kernel_texts.h"
#include "ui/session/worker_client.h"
#include "ui/style/theme.h"

#include "isolate_settings.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QPixmap>
#include <QTemporaryDir>
#include <QTimer>

#include <cstdio>
#include <functional>

using namespace warploom::ui;

namespace {

constexpr int patience_ms = 1'800'000; // even on a machine that is busy with other work

bool wait_for(const std::function<bool()>& condition) {
    QElapsedTimer clock;
    clock.start();
    while (!condition()) {
        if (clock.elapsed() > patience_ms) return false;
        QEventLoop loop;
        QTimer::singleShot(20, &loop, &QEventLoop::quit);
        loop.exec();
    }
    return true;
}

class Round {
public:
    Round(Session& session, MainWindow& window, const QString& folder)
        : session_(session), window_(window), folder_(folder) {}

    /// Runs a step; returns the error, or an empty string.
    QString go(int number) {
        const QStringList matrices{QStringLiteral("random-rows:n=512,fraction=0.1,seed=7"),
                                   QStringLiteral("laplace2d:n=24"), QStringLiteral("hillside.inp"),
                                   QStringLiteral("tridiagonal:n=700")};
        const QString matrix = matrices[number % matrices.size()];
        session_.openMatrix(matrix);
        if (!wait_for([&] { return !session_.isLoading(); }) || session_.matrix() == nullptr)
            return matrix + QStringLiteral(" was not loaded");
        theme().setMode(number % 2 == 0 ? Theme::Mode::light : Theme::Mode::dark);
        theme().setScale(number % 3 == 0 ? 1.5 : 1.0);
        window_.resize(1280 + number % 5 * 40, 720);
        // Runs and sources are kept until the user removes them.
        window_.runPage().store().clear();
        if (auto* const write = window_.findChild<WritePage*>())
            while (session_.texts().all().size() > 1) write->closeText();
        QString wrong;
        for (int i = 0; i < window_.pages().size(); ++i) {
            window_.showPage(i);
            Page& page = *window_.pages()[i];
            for (const auto& step : sceneOf(page))
                if (!wait_for(step)) wrong += QStringLiteral(" %1 has no data.").arg(page.title());
            window_.grab();
        }
        window_.exports().saveCharts(folder_);
        return wrong;
    }

private:
    Session& session_;
    MainWindow& window_;
    QString folder_;
};

} // namespace

int main(int argc, char** argv) {
    const QTemporaryDir folder;
    QApplication application(argc, argv);
    ui_test::isolate_settings();
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 3) return 2;
    theme().install(application);

    Session session;
    session.worker().setCommand(arguments.mid(2));
    MainWindow window(session);
    window.show();
    session.worker().start();
    if (!wait_for([&] { return !session.worker().handshake().machines.empty(); })) return 1;

    std::printf("threads: at most %d\n", BackgroundPool::mostThreadsOfAll());
    const qint64 end_ms = static_cast<qint64>(arguments[1].toDouble() * 1000);
    Round round(session, window, folder.path());
    QElapsedTimer clock;
    clock.start();
    bool is_fine = true;
    for (int number = 0; clock.elapsed() < end_ms; ++number) {
        const qint64 begin = clock.elapsed();
        QString wrong;
        try {
            wrong = round.go(number);
        } catch (const warploom::Error& error) { wrong = QString::fromUtf8(error.what()); }
        std::printf("round %d took %.1f s.%s\n", number + 1, static_cast<double>(clock.elapsed() - begin) / 1000,
                    qPrintable(wrong.isEmpty() ? QString() : " " + wrong));
        std::fflush(stdout);
        is_fine = is_fine && wrong.isEmpty();
    }
    return is_fine ? 0 : 1;
}
