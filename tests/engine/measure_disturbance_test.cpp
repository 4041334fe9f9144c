#include "engine/measure/disturbance.h"
#include "support/runner.h"

#include <QTest>

#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <ctime>
#include <thread>

using namespace warploom::measure;

namespace {

Summary summary(std::size_t count, double min, double median, double q3) {
    Summary s;
    s.count = count;
    s.min = min;
    s.median = median;
    s.q3 = q3;
    return s;
}

} // namespace

class MeasureDisturbanceTest : public QObject {
    Q_OBJECT
private slots:
    void samples_are_scattered_from_three_tenths_of_their_median_on() {
        QVERIFY(!is_scattered(summary(10, 90, 100, 119)));
        QVERIFY(is_scattered(summary(10, 90, 100, 121)));
        QVERIFY(!is_scattered(summary(3, 1, 100, 900))); // too few samples
        QVERIFY(is_scattered(summary(4, 1, 100, 900)));
        QVERIFY(!is_scattered(Summary{}));
    }

    void busy_time_is_all_but_idle_and_waiting() {
        // user 100, nice 10, system 20, idle 5000, iowait 300, irq 1, softirq 2, steal 3, guest 50 (included in user)
        QCOMPARE(busy_seconds("cpu  100 10 20 5000 300 1 2 3 50 0", 100).value(), 1.36);
        QVERIFY(!busy_seconds("cpu0 100 10 20 5000 300 1 2 3", 100));
        QVERIFY(!busy_seconds("cpu  100 10", 100));
        QVERIFY(!busy_seconds("", 100));
        QVERIFY(!busy_seconds("cpu  1 2 3 4 5 6 7 8", 0));
    }

    void another_program_at_work_is_seen() {
        const HostLoad load;
        QVERIFY(!load.others()); // no time has passed
        const pid_t busy = fork();
        if (busy == 0)
            for (;;) {}
        QVERIFY(busy > 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(600));
        const std::optional<double> others = load.others();
        kill(busy, SIGKILL);
        waitpid(busy, nullptr, 0);
        QVERIFY(others.has_value());
        QVERIFY2(*others > 0.2, qPrintable(QString::number(*others)));
        QVERIFY(*others <= HostLoad::processors() + 0.2);
    }

    void ones_own_work_is_not_that_of_others() {
        // A processor works either for other programs or for this one, so the two times cannot overlap, even on a busy
        // machine.
        const HostLoad load;
        const auto begin = std::chrono::steady_clock::now();
        const std::clock_t own_begin = std::clock();
        const auto seconds = [&] {
            return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
        };
        while (seconds() < 0.7) {}
        const std::optional<double> others = load.others();
        const double own = static_cast<double>(std::clock() - own_begin) / CLOCKS_PER_SEC / seconds();
        QVERIFY(others.has_value());
        QVERIFY2(*others + own <= HostLoad::processors() + 0.08, qPrintable(QString("%1 + %2").arg(*others).arg(own)));
    }
};

WARPLOOM_TEST(MeasureDisturbanceTest);
#include "measure_disturbance_test.moc"
