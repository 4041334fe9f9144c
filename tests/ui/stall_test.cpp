// Nothing blocks the window: a watchdog ticks in the event loop while a matrix of 20 million nonzeros loads, is drawn,
// and is run.
#include "ui/pages/run/run_page.h"
#include "ui/session/worker_client.h"
#include "ui/shell/main_window.h"

#include "support/runner.h"
#include "ui_test_tools.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QTest>
#include <QTimer>

#include <cstdio>
#include <ctime>

using namespace warploom::ui;
using ui_test::fake_worker;
using ui_test::wait_until;

namespace {

#if defined(__SANITIZE_THREAD__) || defined(__SANITIZE_ADDRESS__)
constexpr double longest_stall_ms = 1000; // everything is several times slower
#else
constexpr double longest_stall_ms = 100;
#endif

/// Nanoseconds this thread was ready to run and some other program had the core: on a busy machine that is no fault
/// of the window. 0 where the kernel does not say.
qint64 waited_for_a_core() {
    qint64 running = 0, waiting = 0;
    if (std::FILE* file = std::fopen("/proc/thread-self/schedstat", "r")) {
        long long a = 0, b = 0;
        if (std::fscanf(file, "%lld %lld", &a, &b) == 2) {
            running = a;
            waiting = b;
        }
        std::fclose(file);
    }
    Q_UNUSED(running);
    return waiting;
}

/// Milliseconds of a core that this thread has used.
double busy_ms() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

/// Measures how long the event loop is away, from tick to tick.
class Watchdog : public QObject {
    Q_OBJECT
public:
    Watchdog() {
        timer_.setTimerType(Qt::PreciseTimer);
        connect(&timer_, &QTimer::timeout, this, &Watchdog::tick);
        clock_.start();
        waited_ = waited_for_a_core();
        timer_.start(5);
    }
    double longest_ms() const { return longest_; }
    int ticks() const { return ticks_; }
    QString when() const { return when_; }
    void setPhase(const QString& phase) { phase_ = phase; }

private:
    void tick() {
        const qint64 waited = waited_for_a_core();
        const double gap = static_cast<double>(clock_.nsecsElapsed() - (waited - waited_)) / 1e6;
        clock_.restart();
        waited_ = waited;
        ++ticks_;
        if (gap > longest_) {
            longest_ = gap;
            when_ = phase_;
        }
    }
    QTimer timer_;
    QElapsedTimer clock_;
    qint64 waited_ = 0;
    double longest_ = 0;
    int ticks_ = 0;
    QString phase_, when_;
};

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
        const double begin = busy_ms(); // a stall of our own making, of work and not of waiting for a core
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
        wait_until([&] { return !window.runPage().store().isRunning(); }, 15'000); // as far as it gets
        window.runPage().stop();
        dog.setPhase("another matrix");
        session.openMatrix("tridiagonal:n=100");
        QVERIFY(wait_until([&] { return session.matrix()->statistics.nonzeros < 1000; }, 20'000));
        QTest::qWait(300);

        qInfo("longest gap %.1f ms (%s), %d ticks", dog.longest_ms(), qPrintable(dog.when()), dog.ticks());
        QVERIFY(dog.ticks() > 200);
        QVERIFY2(dog.longest_ms() <= longest_stall_ms,
                 qPrintable(QString("%1 ms while %2").arg(dog.longest_ms()).arg(dog.when())));
    }
};

WARPLOOM_WINDOW_TEST(StallTest);
#include "stall_test.moc"
