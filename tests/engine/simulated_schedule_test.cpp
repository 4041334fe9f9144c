#include "engine/simulated/schedule.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <ctime>
#include <limits>
#include <random>

using namespace warploom::simulated;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double slower = 10; ///< than without a sanitizer
#else
constexpr double slower = 1;
#endif

/// Schedules a grid in which the cost of every block is known.
Schedule run(const std::vector<BlockCost>& costs, Slots places) {
    std::vector<std::int64_t> known(costs.size());
    for (std::size_t i = 0; i < known.size(); ++i) known[i] = static_cast<std::int64_t>(i);
    return schedule_blocks(static_cast<std::int64_t>(costs.size()), known, costs, places);
}

/// Reference for independent blocks: each one runs in the slot that becomes free first.
double plain_makespan(const std::vector<BlockCost>& costs, Slots places) {
    std::vector<double> free_at(static_cast<std::size_t>(places.multiprocessors * places.resident_blocks), 0.0);
    for (const BlockCost& c : costs) *std::min_element(free_at.begin(), free_at.end()) += c.floor;
    return *std::max_element(free_at.begin(), free_at.end());
}

/// Reference that follows the definition in small time steps.
double plain_shared_time(const std::vector<BlockCost>& costs, Slots places, double step) {
    struct Running {
        std::size_t block;
        double left;
    };
    std::vector<Running> running;
    std::size_t next = 0;
    double now = 0;
    const auto most = static_cast<std::size_t>(places.multiprocessors * places.resident_blocks);
    for (;; now += step) {
        std::erase_if(running, [](const Running& r) { return r.left <= 0; });
        while (running.size() < most && next < costs.size()) running.push_back({next++, 1});
        if (running.empty()) return now;
        // All blocks get equal shares of the GPU. What a block cannot use is distributed to the others, until nothing
        // is left.
        std::vector<double> part(running.size(), 0), want(running.size());
        for (std::size_t i = 0; i < running.size(); ++i)
            want[i] = costs[running[i].block].card / costs[running[i].block].floor;
        double rest = 1;
        for (int round = 0; round < 60 && rest > 1e-12; ++round) {
            const auto hungry = std::count_if(part.begin(), part.end(),
                                              [&, i = std::size_t{0}](double p) mutable { return p < want[i++]; });
            if (hungry == 0) break;
            const double each = rest / static_cast<double>(hungry);
            for (std::size_t i = 0; i < part.size(); ++i)
                if (part[i] < want[i]) {
                    const double more = std::min(each, want[i] - part[i]);
                    part[i] += more;
                    rest -= more;
                }
        }
        for (std::size_t i = 0; i < running.size(); ++i)
            running[i].left -= step * part[i] / costs[running[i].block].card;
    }
}

void expect_near(double found, double expected, double tolerance = 1e-9) {
    QVERIFY2(std::abs(found - expected) <= tolerance * std::max(1.0, std::abs(expected)),
             qPrintable(QString("found %1, expected %2").arg(found, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

} // namespace

class SimulatedScheduleTest : public QObject {
    Q_OBJECT

private slots:
    void no_blocks_take_no_time() {
        const Schedule s = run({}, {4, 2});
        QCOMPARE(s.ns, 0.0);
        QVERIFY(s.blocks.empty());
    }

    void three_blocks_on_two_multiprocessors() {
        // Multiprocessor 0 runs block 0 for 10, then block 2 for 5; multiprocessor 1 runs block 1 for 12.
        const Schedule s = run({{0, 0, 10}, {0, 0, 12}, {0, 0, 5}}, {2, 1});
        expect_near(s.ns, 15);
        QCOMPARE(s.blocks.size(), std::size_t{3});
        QCOMPARE(s.blocks[1].multiprocessor, 1);
        QCOMPARE(s.blocks[2].multiprocessor, 0);
        expect_near(s.blocks[2].start_ns, 10);
        expect_near(s.blocks[2].end_ns, 15);
    }

    void a_long_last_block_is_a_tail() {
        expect_near(run({{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 9}}, {2, 1}).ns, 10);
        // If it comes first, the others run at the same time.
        expect_near(run({{0, 0, 9}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}}, {2, 1}).ns, 9);
    }

    void blocks_that_share_memory_take_the_sum() {
        // Two at a time get half each: the first two end at 8; the third, alone, takes 4 more.
        const Schedule s = run({{4, 0, 0}, {4, 0, 0}, {4, 0, 0}}, {2, 1});
        expect_near(s.ns, 12);
        expect_near(s.blocks[0].end_ns, 8);
        expect_near(s.blocks[2].start_ns, 8);
    }

    void a_block_that_must_wait_leaves_its_part_to_the_others() {
        // Block 0 cannot take less than 10, and uses a tenth of the memory bandwidth; block 1 gets the other nine
        // tenths.
        const Schedule s = run({{1, 0, 10}, {9, 0, 0}}, {2, 1});
        expect_near(s.blocks[0].end_ns, 10);
        expect_near(s.blocks[1].end_ns, 10);
        expect_near(s.ns, 10);
    }

    void blocks_of_one_multiprocessor_share_its_units() {
        // Blocks 0 and 2 share multiprocessor 0; block 1 has the other one to itself.
        const Schedule s = run({{0, 3, 0}, {0, 3, 0}, {0, 3, 0}}, {2, 2});
        expect_near(s.blocks[1].end_ns, 3);
        expect_near(s.blocks[0].end_ns, 6);
        expect_near(s.ns, 6);
    }

    void free_blocks_cost_nothing() { QCOMPARE(run(std::vector<BlockCost>(1000), {3, 2}).ns, 0.0); }

    void without_sharing_it_is_list_scheduling_data() {
        QTest::addColumn<int>("blocks");
        QTest::addColumn<int>("multiprocessors");
        QTest::addColumn<int>("resident");
        QTest::newRow("fewer blocks than places") << 5 << 4 << 2;
        QTest::newRow("one slot") << 30 << 1 << 1;
        QTest::newRow("some waves") << 500 << 7 << 3;
        QTest::newRow("many waves") << 4000 << 30 << 8;
    }
    void without_sharing_it_is_list_scheduling() {
        QFETCH(int, blocks);
        QFETCH(int, multiprocessors);
        QFETCH(int, resident);
        std::mt19937 random(static_cast<unsigned>(blocks));
        std::uniform_real_distribution<double> length(1, 100);
        std::vector<BlockCost> costs(static_cast<std::size_t>(blocks));
        for (BlockCost& c : costs) c.floor = length(random);
        expect_near(run(costs, {multiprocessors, resident}).ns, plain_makespan(costs, {multiprocessors, resident}));
    }

    void sharing_follows_the_definition_in_small_steps() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> length(1, 20);
        for (int round = 0; round < 20; ++round) {
            std::vector<BlockCost> costs(static_cast<std::size_t>(5 + round));
            for (BlockCost& c : costs) c = {length(random) / 4, 0, length(random)};
            expect_near(run(costs, {3, 2}).ns, plain_shared_time(costs, {3, 2}, 0.002), 0.005);
        }
    }

    void every_block_runs_once_and_no_multiprocessor_has_too_many() {
        std::mt19937 random(11);
        std::uniform_real_distribution<double> length(1, 20);
        for (const int blocks : {1, 13, 700, 4096}) {
            std::vector<BlockCost> costs(static_cast<std::size_t>(blocks));
            for (BlockCost& c : costs) c = {length(random) / 8, length(random) / 4, length(random)};
            const Slots places{5, 3};
            const Schedule s = run(costs, places);
            QCOMPARE(s.every, std::int64_t{1});
            QCOMPARE(s.blocks.size(), costs.size());
            std::vector<std::vector<std::pair<double, int>>> changes(5);
            for (std::size_t i = 0; i < s.blocks.size(); ++i) {
                const ScheduledBlock& b = s.blocks[i];
                QCOMPARE(b.block, static_cast<std::int64_t>(i));
                QVERIFY(b.end_ns <= s.ns * (1 + 1e-12) && b.end_ns - b.start_ns >= costs[i].floor * (1 - 1e-9));
                if (i > 0) QVERIFY(b.start_ns >= s.blocks[i - 1].start_ns); // dispatched in order
                changes[b.multiprocessor].emplace_back(b.start_ns, 1);
                changes[b.multiprocessor].emplace_back(b.end_ns, -1);
            }
            for (auto& of_one : changes) {
                std::sort(of_one.begin(), of_one.end()); // at equal times, ends sort before starts
                int resident = 0;
                for (const auto& [when, change] : of_one) QVERIFY((resident += change) <= places.resident_blocks);
            }
        }
    }

    void the_time_is_never_below_what_any_share_needs() {
        std::mt19937 random(3);
        std::uniform_real_distribution<double> length(0, 10);
        for (int round = 0; round < 50; ++round) {
            std::vector<BlockCost> costs(static_cast<std::size_t>(1 + round * 3));
            double card = 0, units = 0, floor = 0;
            for (BlockCost& c : costs) {
                c = {length(random), length(random), length(random)};
                card += c.card;
                units += c.multiprocessor;
                floor = std::max(floor, c.floor);
            }
            const double ns = run(costs, {4, 2}).ns;
            QVERIFY(ns >= card * (1 - 1e-9) && ns >= units / 4 * (1 - 1e-9) && ns >= floor * (1 - 1e-9));
            QVERIFY(ns <= card + units + plain_makespan(costs, {4, 2}) + 1e-9);
        }
    }

    void unknown_blocks_cost_what_the_nearest_known_one_does() {
        // Blocks 2 and 7 are known: blocks 0 to 4 cost 1 (4 is as near to 2 as 5 is to 7), and 5 to 9 cost 10.
        const Schedule s = schedule_blocks(10, {2, 7}, {{0, 0, 1}, {0, 0, 10}}, {1, 1});
        expect_near(s.ns, 5 * 1 + 5 * 10);
        expect_near(s.blocks[4].end_ns, 5);
        QCOMPARE(blocks_represented(10, {2, 7}), (std::vector<double>{5, 5}));
        // Ties go to the lower block.
        QCOMPARE(blocks_represented(7, {1, 5}), (std::vector<double>{4, 3}));
        expect_near(schedule_blocks(7, {1, 5}, {{0, 0, 1}, {0, 0, 10}}, {1, 1}).ns, 4 * 1 + 3 * 10);
    }

    void long_grids_agree_with_their_exact_time() {
        // With more than 4096 blocks, adjacent blocks are combined and time advances in steps. Sums and waves must stay
        // accurate.
        std::mt19937 random(5);
        std::uniform_real_distribution<double> length(1, 3);
        std::vector<BlockCost> costs(200000);
        double card = 0, units = 0;
        for (BlockCost& c : costs) {
            c = {length(random), 0, length(random)};
            card += c.card;
        }
        expect_near(run(costs, {16, 8}).ns, card, 0.001); // limited by memory
        for (BlockCost& c : costs) c.card /= 1e6;
        expect_near(run(costs, {16, 8}).ns, plain_makespan(costs, {16, 8}), 0.002); // limited by latency
        for (BlockCost& c : costs) {
            c = {0, length(random), 0};
            units += c.multiprocessor;
        }
        expect_near(run(costs, {16, 8}).ns, units / 16, 0.002); // limited by the multiprocessors
    }

    void ten_million_blocks_take_less_than_two_seconds_and_are_thinned() {
        const std::int64_t blocks = 10'000'000;
        std::vector<std::int64_t> known;
        std::vector<BlockCost> costs;
        for (std::int64_t b = 0; b < blocks; b += 5000) {
            known.push_back(b);
            costs.push_back({1.0 + static_cast<double>(b % 7), 2, 300.0 + static_cast<double>(b % 11)});
        }
        const std::clock_t begin = std::clock();
        const Schedule s = schedule_blocks(blocks, known, costs, {132, 32});
        const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
        qInfo("%.2f s", seconds);
        QVERIFY2(seconds < 2 * slower, qPrintable(QString::number(seconds)));
        QVERIFY(s.blocks.size() <= 4096 && s.blocks.size() > 2048);
        for (std::size_t i = 0; i < s.blocks.size(); ++i)
            QCOMPARE(s.blocks[i].block, static_cast<std::int64_t>(i) * s.every);
        double card = 0;
        const auto weight = blocks_represented(blocks, known);
        for (std::size_t i = 0; i < costs.size(); ++i) card += weight[i] * costs[i].card;
        expect_near(s.ns, card, 0.003);
    }

    void who_wants_less_than_the_level_gets_it() {
        expect_near(water_level({0.1, 0.1, 5}, 1), 0.8);
        expect_near(water_level({3, 3, 3, 3}, 1), 0.25);
        const double infinite = std::numeric_limits<double>::infinity();
        expect_near(water_level({infinite, 0.5}, 1), 0.5);
        QCOMPARE(water_level({0.25, 0.25}, 1), infinite);
        QCOMPARE(water_level({}, 1), infinite);
    }
};

WARPLOOM_TEST(SimulatedScheduleTest);
#include "simulated_schedule_test.moc"
