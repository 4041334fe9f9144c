// How blocks are distributed over host threads, and how a launch is canceled.
#include "engine/error.h"
#include "engine/parallel_blocks.h"
#include "support/runner.h"

#include <QTest>

#include <atomic>
#include <stdexcept>
#include <thread>
#include <vector>

using namespace warploom;
using namespace warploom::simulated;

class SimulatedLaunchTest : public QObject {
    Q_OBJECT

private slots:
    void every_block_runs_once_whatever_the_threads() {
        for (const int threads : {1, 2, 5, 64}) {
            for (const std::int64_t blocks : {0, 1, 2, 31, 1000}) {
                std::vector<std::atomic<int>> times(static_cast<std::size_t>(blocks));
                parallel_blocks(
                    blocks,
                    [&](std::int64_t first, std::int64_t last) {
                        for (std::int64_t block = first; block < last; ++block) ++times[block];
                    },
                    threads);
                for (const auto& count : times) QCOMPARE(count.load(), 1);
            }
        }
    }

    void what_a_block_throws_is_thrown_by_the_launch() {
        QVERIFY_THROWS_EXCEPTION(std::runtime_error,
                                 parallel_blocks(
                                     100, [](std::int64_t, std::int64_t) { throw std::runtime_error("a block"); }, 4));
    }

    void a_launch_that_is_cancelled_ends_long_before_its_last_block_data() {
        QTest::addColumn<int>("threads");
        QTest::newRow("one thread") << 1;
        QTest::newRow("three threads") << 3;
    }
    void a_launch_that_is_cancelled_ends_long_before_its_last_block() {
        QFETCH(int, threads);
        std::atomic<bool> asked{false};
        std::atomic<int> run{0};
        std::string code;
        try {
            const StoppableLaunches stoppable(&asked);
            parallel_blocks(
                1000,
                [&](std::int64_t first, std::int64_t last) {
                    run += static_cast<int>(last - first);
                    asked = true;
                },
                threads);
        } catch (const Error& error) { code = error.code(); }
        QCOMPARE(code, std::string("cancelled"));
        // Each thread may have started one range before it checked.
        QVERIFY2(run <= 1000 / 16 + threads, qPrintable(QString::number(run)));
    }

    void launches_behind_that_scope_and_of_other_threads_run_to_their_end() {
        const std::atomic<bool> asked{true};
        std::atomic<int> run{0};
        const auto count = [&](std::int64_t first, std::int64_t last) { run += static_cast<int>(last - first); };
        {
            const StoppableLaunches stoppable(&asked);
            std::thread other([&] { parallel_blocks(50, count, 2); });
            other.join();
        }
        parallel_blocks(50, count, 2);
        QCOMPARE(run.load(), 100);
    }
};

WARPLOOM_TEST(SimulatedLaunchTest);
#include "simulated_launch_test.moc"
