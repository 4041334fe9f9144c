// Nothing may block the window: a watchdog runs in the event loop while a matrix of 20 million nonzeros is loaded,
// drawn, and run.
#include "ui/mainwindow/main_window.h"
#include "ui/pages/run/run_page.h"
#include "ui/session/worker_client.h"

#include "support/pace.h"
#include "support/runner.h"
#include "ui_test_tools.h"
#include "watchdog.h"

#include <QApplication>
#include <QTest>

using namespace warploom::ui;
using ui_test::busy_ms;
using ui_test::fake_worker;
using ui_test::wait_until;
using ui_test::Watchdog;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double longest_stall_ms = 1000; // everything is several times slower
#elif defined(__OPTIMIZE__)
constexpr double longest_stall_ms = 100;
#else
constexpr double longest_stall_ms = 150; // our own code is slower, Qt is not
#endif

} // namespace

class StallTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        ui_test::isolate_settings();
        theme().install(*qApp);
    }

    void the_watchdog_sees_a_stall() {
        Watchdog dog;
        QTest::qWait(30);
        const double begin = busy_ms(); // a deliberate stall, by working rather than by waiting for a core
        while (busy_ms() - begin < 150) {}
        QTest::qWait(30);
        QVERIFY2(dog.longest_ms() > 100, qPrintable(QString::number(dog.longest_ms())));
    }

    void no_stall_while_twenty_million_nonzeros_load_and_run() {
        Session session;
        const QString engine = qEnvironmentVariable("WARPLOOM_ENGINE");
        session.worker().setCommand(engine.isEmpty() ? fake_worker("slow") : QStringList{engine, "serve"});
        MainWindow window(session);
        window.show();
        QVERIFY(QTest::qWaitForWindowExposed(&window));
        session.worker().start();
        QVERIFY(wait_until([&] { return !session.worker().handshake().machines.empty(); }));

        warploom::test::Pace pace;
        Watchdog dog;
        dog.setPhase("loading");
        session.openMatrix("laplace3d:n=143");
        QVERIFY(wait_until([&] { return !session.isLoading(); }, 120'000));
        QVERIFY(session.matrix() != nullptr);
        QVERIFY(session.matrix()->statistics.nonzeros > 20'000'000);
        dog.setPhase("drawing");
        QTest::qWait(1500);
        for (int page = 2; page >= 0; --page) {
            dog.setPhase(QString("page %1").arg(page + 1));
            window.showPage(page);
            QTest::qWait(300);
        }
        dog.setPhase("running");
        session.setChoice("run/kernels", QStringList{"cpu-csr", "cpu-ell"}, "kernels");
        window.runPage().run();
        wait_until([&] { return !window.runPage().store().isRunning(); }, 15'000); // may not finish in time
        window.runPage().stop();
        dog.setPhase("another matrix");
        session.openMatrix("tridiagonal:n=100");
        QVERIFY(wait_until([&] { return session.matrix()->statistics.nonzeros < 1000; }, 20'000));
        QTest::qWait(300);

        const double slowness = pace.slowest();
        qInfo("longest gap %.1f ms (%s), %d ticks, the machine %.2f times as slow as an idle one", dog.longest_ms(),
              qPrintable(dog.when()), dog.ticks(), slowness);
        QVERIFY(dog.ticks() > 200);
        QVERIFY2(dog.longest_ms() <= longest_stall_ms * slowness,
                 qPrintable(QString("%1 ms while %2").arg(dog.longest_ms()).arg(dog.when())));
    }
};

WARPLOOM_WINDOW_TEST(StallTest);
#include "stall_test.moc"
