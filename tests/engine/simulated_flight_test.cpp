// Requests in flight: hand-made steps with counts derived by hand.

#include "counting_stage.h"
#include "engine/simulated/cache.h"
#include "support/runner.h"

#include <QTest>

#include <vector>

using namespace warploom::simulated;
using namespace warploom::simulated::test;

namespace {

constexpr std::int64_t doubles_of_line = 16;

/// Counts a block of two warps on an H200 with a given number of registers per thread.
BlockCounts block_of(const Stage& stage, const std::vector<std::pair<int, WarpInstruction>>& steps, int turns_ahead,
                     int registers) {
    CountingSink sink(find_card("h200"), stage.arrays, stage.sites);
    sink.begin_launch({0, "drawn", 1, 64, turns_ahead, false, registers}, {0});
    StepSink& multiprocessor = sink.multiprocessor(0);
    multiprocessor.begin_block(0, 2);
    for (const auto& [warp, one] : steps) multiprocessor.step(0, warp, one);
    multiprocessor.end_block(0);
    sink.end_launch(0);
    return sink.take().at(0).blocks.at(0);
}

/// Replays a single request, in which all lanes access the same place.
L2Answer asked(L2Replay& l2, const L2Request& request) {
    L2Requests one;
    one.begin(l2.cache(), 1 << 20);
    one.add(request);
    const std::vector<const L2Requests*> all{&one};
    L2Answer sum;
    l2.run(all, [&](std::size_t, std::uint32_t, int, const L2Answer& answer) {
        sum.hits += answer.hits;
        sum.dram_bytes += answer.dram_bytes;
        sum.dram_singles += answer.dram_singles;
        sum.dram_pairs += answer.dram_pairs;
    });
    return sum;
}

} // namespace

class SimulatedFlightTest : public QObject {
    Q_OBJECT

private slots:
    void registers_bound_what_is_on_its_way() {
        const Stage stage;
        std::vector<std::pair<int, WarpInstruction>> steps;
        for (std::int64_t n = 0; n < 5; ++n) steps.emplace_back(0, step(stage.load_y, n * 100 * doubles_of_line, 0));
        const auto trips = [&](int registers) { return block_of(stage, steps, 1, registers).longest_memory_chain; };
        QCOMPARE(trips(0), 1);  // number of registers not specified
        QCOMPARE(trips(32), 2); // four numbers of two registers each, plus 24 for other values; the fifth has to wait
        QCOMPARE(trips(40), 1);
        QCOMPARE(trips(20), 3); // at least two
        QCOMPARE(block_of(stage, steps, 1, 32).longest_wait_beyond_l1, 2);
    }

    void a_text_grants_no_more_registers_than_a_thread_of_the_card_has() {
        const Stage stage;
        const auto registers_on = [&](const char* card, int granted) {
            CountingSink sink(find_card(card), stage.arrays, stage.sites);
            sink.begin_launch({0, "drawn", 0, 64, 1, false, granted}, {});
            sink.end_launch(0);
            return sink.take().at(0).launch.registers;
        };
        QCOMPARE(registers_on("c2050", 80), 63);
        QCOMPARE(registers_on("c2050", 40), 40);
        QCOMPARE(registers_on("c2050", 0), 0); // not specified
        QCOMPARE(registers_on("h200", 80), 80);
    }

    void the_streams_of_turns_side_by_side_go_out_together_in_whatever_order_the_text_names_them() {
        const Stage stage;
        const auto at = [](int site, std::int64_t index, std::uint32_t flops = 0) {
            return step(site, index, 0, all, flops);
        };
        std::vector<std::pair<int, WarpInstruction>> steps;
        const auto turn = [&](std::int64_t k) {
            steps.emplace_back(0, at(stage.load_y, k, k > 0 ? 2 : 0)); // the value, then the column, then x
            steps.emplace_back(0, at(stage.load_column, k));
            steps.emplace_back(0, at(stage.gather_x, k * doubles_of_line));
        };
        turn(0);
        // Between the first and the other iterations, another warp reads more than L1 can hold.
        constexpr std::int64_t others = 64;
        for (std::int64_t n = 1; n <= others; ++n)
            steps.emplace_back(1, step(stage.load_y, n * 100000, doubles_of_line, all, 2));
        for (std::int64_t k = 1; k < 4; ++k) turn(k);
        const BlockCounts block = block_of(stage, steps, 4, 0);
        // Four values are one sector, four columns half a sector, and four elements of x are in four lines.
        QCOMPARE(block.l2_sectors, others * 32 + 1 + 1 + 4);
        const std::vector<std::pair<int, WarpInstruction>> first_turn(steps.begin(), steps.begin() + 3);
        QCOMPARE(block_of(stage, first_turn, 4, 0).longest_memory_chain, 2);
        QCOMPARE(block_of(stage, first_turn, 4, 0).longest_wait_beyond_l1, 2);
        QCOMPARE(block_of(stage, first_turn, 4, 0).longest_wait_of_gathers, 1);
    }

    void l2_fetches_the_sector_beside_the_missing_one() {
        L2Replay l2(1 << 20, 128, 16, 0, 64);
        const L2Answer first = asked(l2, {1, 0, 0, Access::load, 0b0001});
        QCOMPARE(first.dram_bytes, 64);
        QCOMPARE(first.dram_singles, 0);
        QCOMPARE(first.dram_pairs, 1);
        QCOMPARE(asked(l2, {1, 0, 0, Access::load, 0b0011}).hits, 2);
        const L2Answer rest = asked(l2, {1, 0, 0, Access::load, 0b1110});
        QCOMPARE(rest.hits, 1);
        QCOMPARE(rest.dram_bytes, 64);
        QCOMPARE(asked(l2, {2, 0, 0, Access::store, 0b0001, 0xff}).dram_bytes, 0); // a whole sector is written
        QCOMPARE(asked(l2, {2, 0, 0, Access::load, 0b0010}).dram_bytes, 32);       // the adjacent sector is cached
        L2Replay lines(1 << 20, 128, 16, 0, 128);
        QCOMPARE(asked(lines, {1, 0, 0, Access::load, 0b0100}).dram_bytes, 128);
        L2Replay sectors(1 << 20, 128, 16);
        QCOMPARE(asked(sectors, {1, 0, 0, Access::load, 0b0100}).dram_bytes, 32);
    }
};

WARPLOOM_TEST(SimulatedFlightTest);
#include "simulated_flight_test.moc"
