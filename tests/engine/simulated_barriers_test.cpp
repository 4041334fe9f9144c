// Warps that wait at barriers: hand-made steps with counts derived by hand.

#include "counting_stage.h"
#include "support/runner.h"

#include <QTest>

#include <utility>
#include <vector>

using namespace warploom::simulated;
using namespace warploom::simulated::test;

class SimulatedBarriersTest : public QObject {
    Q_OBJECT

private slots:
    void warps_wait_at_a_barrier_for_the_slowest_since_the_one_before() {
        const Stage stage;
        const WarpInstruction meet = step(stage.barrier);
        std::int64_t next = 0;
        const auto load = [&] {
            WarpInstruction one = step(stage.load_y, next += 1000); // a separate line
            one.flops = 1;                                          // depends on the previous load
            return one;
        };
        // Warp 0 loads three times, then once; warp 1 once, then twice. Each warp alone has fewer loads than the two
        // together.
        std::vector<std::pair<int, WarpInstruction>> steps;
        for (const int warp : {0, 0, 0, 1}) steps.emplace_back(warp, load());
        for (const int warp : {0, 1}) steps.emplace_back(warp, meet);
        for (const int warp : {0, 1, 1}) steps.emplace_back(warp, load());
        CountingSink sink(find_card("h200"), stage.arrays, stage.sites);
        sink.begin_launch({0, "drawn", 1, 64, 1}, {0});
        StepSink& multiprocessor = sink.multiprocessor(0);
        multiprocessor.begin_block(0, 2);
        for (const auto& [warp, one] : steps) multiprocessor.step(0, warp, one);
        multiprocessor.end_block(0);
        sink.end_launch(0);
        const BlockCounts block = sink.take().at(0).blocks.at(0);
        QCOMPARE(block.barriers, 1);
        QCOMPARE(block.longest_chain_of_a_warp, 4);
        QCOMPARE(block.longest_memory_chain, 3 + 2);
        QCOMPARE(block.longest_wait_beyond_l1, 3 + 2);
        QCOMPARE(block.longest_warp, 4 + 2); // including the barrier as an instruction
    }
};

WARPLOOM_TEST(SimulatedBarriersTest);
#include "simulated_barriers_test.moc"
