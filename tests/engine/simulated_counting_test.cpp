// Counting for GPU models: hand-made steps with counts derived by hand.

#include "counting_stage.h"
#include "engine/simulated/model.h"
#include "engine/simulated/transactions.h"
#include "support/runner.h"

#include <QTest>

#include <random>
#include <set>
#include <thread>

using namespace warploom::simulated;
using namespace warploom::simulated::test;

namespace {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double slowest = 0.1; // million lane accesses per second
#else
constexpr double slowest = 1;
#endif

bool are_equal(const SiteCounts& a, const SiteCounts& b) {
    return a.warp_instructions == b.warp_instructions && a.lane_accesses == b.lane_accesses &&
           a.divergent == b.divergent && a.transactions == b.transactions && a.bytes_fetched == b.bytes_fetched &&
           a.bytes_used == b.bytes_used && a.ideal_transactions == b.ideal_transactions && a.l1_hits == b.l1_hits &&
           a.l2_sectors == b.l2_sectors && a.l2_hits == b.l2_hits && a.dram_bytes == b.dram_bytes &&
           a.serialised == b.serialised && a.bank_passes == b.bank_passes && a.atomic_passes == b.atomic_passes &&
           a.bank_conflicts == b.bank_conflicts && a.flops == b.flops;
}

/// Counts a block of two warps on an H200 that executes these steps in order.
BlockCounts block_of(const Stage& stage, const std::vector<std::pair<int, WarpInstruction>>& steps,
                     int turns_ahead = 1) {
    CountingSink sink(find_card("h200"), stage.arrays, stage.sites);
    sink.begin_launch({0, "drawn", 1, 64, turns_ahead}, {0});
    StepSink& multiprocessor = sink.multiprocessor(0);
    multiprocessor.begin_block(0, 2);
    for (const auto& [warp, one] : steps) multiprocessor.step(0, warp, one);
    multiprocessor.end_block(0);
    sink.end_launch(0);
    return sink.take().at(0).blocks.at(0);
}

} // namespace

class SimulatedCountingTest : public QObject {
    Q_OBJECT

private slots:
    void a_warp_of_doubles_side_by_side();
    void a_request_for_one_sector_is_a_single_one();
    void a_gather_is_counted_as_one();
    void what_lies_in_one_row_of_memory_opens_it_once();
    void a_row_lies_in_one_partition_by_pieces_of_256_bytes();
    void resting_lanes_make_an_instruction_divergent();
    void l1_finds_whole_lines_on_fermi_and_sectors_later();
    void stores_pass_l1_by();
    void l1_is_empty_at_each_launch_and_l2_is_not();
    void a_small_share_of_l2_finds_less();
    void without_l2_all_that_is_fetched_comes_from_memory();
    void atomics_on_one_element_are_serialised();
    void bank_conflicts_are_what_goes_beyond_the_width();
    void flops_go_to_the_site_and_the_block();
    void round_trips_are_those_that_must_wait_for_each_other();
    void loads_that_do_not_wait_for_each_other_reach_l1_together();
    void a_wait_is_short_only_where_the_line_has_arrived();
    void nobody_waits_for_a_store();
    void a_trip_waits_once_and_turns_side_by_side_are_one();
    void on_2x_every_sector_waits_for_itself();
    void stores_that_fill_a_sector_together_fetch_nothing();
    void barriers_and_the_longest_warp_are_those_of_one_warp();
    void odd_elements_are_counted_like_others();
    void sites_that_come_late_are_counted();
    void double_arrays_make_a_double_kernel();
    void blocks_and_sites_add_up_however_threads_run();
    void counting_keeps_up_with_the_tracer();
};

void SimulatedCountingTest::a_warp_of_doubles_side_by_side() {
    const Stage stage;
    struct Row {
        const char* card;
        int transactions, ideal, fetched, l2_sectors, dram;
    };
    // 256 bytes: two 128-byte segments of half-warps, two lines, or eight sectors.
    for (const Row& row :
         {Row{"gtx295", 2, 2, 256, 0, 256}, Row{"c2050", 2, 2, 256, 8, 256}, Row{"h200", 8, 8, 256, 8, 256}}) {
        const LaunchCounts counts = counted(find_card(row.card), stage, {step(stage.load_y)});
        const SiteCounts& site = counts.sites.at(static_cast<std::size_t>(stage.load_y));
        QCOMPARE(site.warp_instructions, 1);
        QCOMPARE(site.lane_accesses, 32);
        QCOMPARE(site.divergent, 0);
        QCOMPARE(site.transactions, row.transactions);
        QCOMPARE(site.ideal_transactions, row.ideal);
        QCOMPARE(site.bytes_fetched, row.fetched);
        QCOMPARE(site.bytes_used, 256);
        QCOMPARE(site.l1_hits, 0);
        QCOMPARE(site.l2_sectors, row.l2_sectors);
        QCOMPARE(site.l2_hits, 0);
        QCOMPARE(site.dram_bytes, row.dram);
        QCOMPARE(counts.blocks.size(), std::size_t{1});
        QCOMPARE(counts.blocks[0].transactions, row.transactions);
        QCOMPARE(counts.blocks[0].dram_bytes, row.dram);
        QCOMPARE(counts.blocks[0].warps, 1);
    }
}

void SimulatedCountingTest::a_request_for_one_sector_is_a_single_one() {
    const Stage stage;
    const auto singles = [&](const WarpInstruction& one) {
        return counted(find_card("h200"), stage, {one}).blocks.at(0).l2_single_requests;
    };
    QCOMPARE(singles(step(stage.load_y)), 0);             // two lines of four sectors
    QCOMPARE(singles(step(stage.load_y, 0, 1, 0xfu)), 1); // four doubles
}

void SimulatedCountingTest::a_gather_is_counted_as_one() {
    const Stage stage;
    const LaunchCounts counts =
        counted(find_card("h200"), stage, {step(stage.load_column), step(stage.gather_x, 5, 100)});
    QCOMPARE(counts.blocks[0].transactions, 4);
    QCOMPARE(counts.blocks[0].gather_transactions, 32);
    const SiteCounts& gather = counts.sites[stage.gather_x];
    QCOMPARE(gather.bytes_fetched, 32 * 32);
    QCOMPARE(gather.bytes_used, 256);
    QCOMPARE(gather.ideal_transactions, 8);
}

void SimulatedCountingTest::what_lies_in_one_row_of_memory_opens_it_once() {
    const Stage stage;
    Card card = find_card("gtx295");
    const auto block = [&](const WarpInstruction& one) { return counted(card, stage, {one}).blocks.at(0); };
    card.dram_partitions = 1;
    card.dram_row_bytes = 1 << 20; // 131072 doubles
    // Lanes are 1 KB apart: 16 transactions per half-warp, the first of which opens the row.
    BlockCounts apart = block(step(stage.load_y, 0, 128));
    QCOMPARE(apart.transactions, 32);
    QCOMPARE(apart.row_mates, 30);
    QCOMPARE(block(step(stage.store_y, 0, 128)).row_mates, 30);
    QCOMPARE(block(step(stage.load_y)).row_mates, 0); // one transaction per half-warp
    BlockCounts gathered = block(step(stage.gather_x, 0, 128));
    QCOMPARE(gathered.gather_row_mates, 30);
    QCOMPARE(gathered.row_mates, 0);
    QCOMPARE(block(step(stage.load_y, 0, 128, 0x0001ffffu)).row_mates, 15); // 16 lanes, and lane 16
    QCOMPARE(block(step(stage.load_y, 0, 131072)).row_mates, 0);            // one row per lane
    card.dram_partitions = card.dram_row_bytes = 0;
    QCOMPARE(block(step(stage.load_y, 0, 128)).row_mates, 0);

    // Effect of the term: 32 row activations without open rows, 2 with them.
    card.transaction_ns = 3;
    QCOMPARE(block_terms(apart, card, 8).transactions, 6.0);
}

void SimulatedCountingTest::a_row_lies_in_one_partition_by_pieces_of_256_bytes() {
    const MemoryRows rows{7, 1024}; // four chunks of a row, seven partitions: 7 KB for seven rows
    QVERIFY(rows.are_known() && !MemoryRows().are_known());
    QCOMPARE(rows.row_of(0), rows.row_of(255));
    QVERIFY(rows.row_of(255) != rows.row_of(256));      // the next partition
    QCOMPARE(rows.row_of(0), rows.row_of(7 * 256));     // the first partition again
    QCOMPARE(rows.row_of(0), rows.row_of(3 * 7 * 256)); // its last chunk of the row
    QVERIFY(rows.row_of(0) != rows.row_of(4 * 7 * 256));
    QCOMPARE(rows.row_of(4 * 7 * 256 + 5 * 256), rows.row_of(7 * 7 * 256 + 5 * 256));
    std::set<std::uint64_t> all_rows;
    for (std::uint64_t address = 0; address < 8 * 7 * 256; address += 256) all_rows.insert(rows.row_of(address));
    QCOMPARE(all_rows.size(), std::size_t{14});

    RowMates mates;
    const std::vector<Transaction> transactions{
        {0, 32, 1u << 0}, {7 * 256, 32, 1u << 3}, {256, 32, 1u << 5}, {0, 32, 1u << 16}, {64, 32, 1u << 20}};
    QCOMPARE(mates.of(transactions, rows, 16), 2); // the second, and the last: lane 16 opens the row for its half-warp
    QCOMPARE(mates.of(transactions, rows, 32), 3);
}

void SimulatedCountingTest::resting_lanes_make_an_instruction_divergent() {
    const Stage stage;
    const auto site =
        counted(find_card("h200"), stage, {step(stage.load_y, 0, 1, 0x00ff), step(stage.load_y)}).sites[stage.load_y];
    QCOMPARE(site.divergent, 1);
    QCOMPARE(site.lane_accesses, 40);
}

void SimulatedCountingTest::l1_finds_whole_lines_on_fermi_and_sectors_later() {
    const Stage stage;
    // Every fourth double: one in each sector of 8 lines. Then adjacent ones in the same sectors, then whole lines.
    const std::vector<WarpInstruction> steps{step(stage.load_y, 0, 4), step(stage.load_y, 1, 4),
                                             step(stage.load_y, 0, 1)};
    const auto fermi = counted(find_card("c2050"), stage, steps).sites[stage.load_y];
    QCOMPARE(fermi.transactions, 8 + 8 + 2);
    QCOMPARE(fermi.l1_hits, 8 + 2);
    QCOMPARE(fermi.l2_sectors, 8 * 4);
    const auto later = counted(find_card("h200"), stage, steps).sites[stage.load_y];
    QCOMPARE(later.transactions, 32 + 32 + 8);
    QCOMPARE(later.l1_hits, 32 + 8);
    QCOMPARE(later.l2_sectors, 32);
    // A single double fetches a line on Fermi, later a sector. Only on Fermi is the next sector then cached.
    const std::vector<WarpInstruction> one{step(stage.load_y, 0, 1, 1), step(stage.load_y, 4, 1, 1)};
    QCOMPARE(counted(find_card("c2050"), stage, one).sites[stage.load_y].l1_hits, 1);
    QCOMPARE(counted(find_card("h200"), stage, one).sites[stage.load_y].l1_hits, 0);
}

void SimulatedCountingTest::stores_pass_l1_by() {
    const Stage stage;
    const auto load = static_cast<std::size_t>(stage.load_y), store = static_cast<std::size_t>(stage.store_y);
    const std::vector<WarpInstruction> steps{step(stage.load_y), step(stage.store_y), step(stage.load_y)};
    const auto fermi = counted(find_card("c2050"), stage, steps);
    QCOMPARE(fermi.sites[load].l1_hits, 0); // the store evicted the lines from L1
    QCOMPARE(fermi.sites[load].l2_hits, 8); // but not from L2
    QCOMPARE(fermi.sites[store].transactions, 8);
    QCOMPARE(fermi.sites[store].l2_sectors, 8);
    QCOMPARE(fermi.sites[store].dram_bytes, 0); // not yet written back
    const auto later = counted(find_card("h200"), stage, steps);
    QCOMPARE(later.sites[load].l1_hits, 8);
    QCOMPARE(later.sites[store].l2_sectors, 8);
}

void SimulatedCountingTest::l1_is_empty_at_each_launch_and_l2_is_not() {
    const Stage stage;
    CountingSink sink(find_card("h200"), stage.arrays, stage.sites);
    const auto load = static_cast<std::size_t>(stage.load_y);
    QCOMPARE(counted(sink, {step(stage.load_y)}).sites[load].dram_bytes, 256);
    const auto again = counted(sink, {step(stage.load_y)}).sites[load];
    QCOMPARE(again.l1_hits, 0);
    QCOMPARE(again.l2_hits, 8);
    QCOMPARE(again.dram_bytes, 0);
    QCOMPARE(again.warp_instructions, 1); // excludes the previous launch
}

void SimulatedCountingTest::a_small_share_of_l2_finds_less() {
    const Stage stage;
    Card card = find_card("h200");
    card.l1_bytes = 0;
    std::vector<WarpInstruction> steps;
    for (int round = 0; round < 2; ++round)
        for (std::int64_t n = 0; n < 4096; ++n) steps.push_back(step(stage.load_y, n * 32)); // 1 MB
    CountingSink whole(card, stage.arrays, stage.sites),
        part(card, stage.arrays, stage.sites, 1.0 / 120); // 60 MB; 0.5 MB
    const auto load = static_cast<std::size_t>(stage.load_y);
    QCOMPARE(counted(whole, steps).sites[load].l2_hits, 4096 * 8);
    QCOMPARE(counted(part, steps).sites[load].l2_hits, 0);
}

void SimulatedCountingTest::without_l2_all_that_is_fetched_comes_from_memory() {
    const Stage stage;
    const auto counts = counted(find_card("gtx295"), stage,
                                {step(stage.gather_x, 0, 1000), step(stage.gather_x, 0, 1000), step(stage.store_y)});
    const auto gather = counts.sites[stage.gather_x];
    QCOMPARE(gather.transactions, 64);
    QCOMPARE(gather.dram_bytes, gather.bytes_fetched);
    QCOMPARE(gather.bytes_fetched, 64 * 32);
    QCOMPARE(gather.l2_sectors + gather.l1_hits + gather.l2_hits, 0);
    QCOMPARE(counts.sites[stage.store_y].dram_bytes, 256);
}

void SimulatedCountingTest::atomics_on_one_element_are_serialised() {
    const Stage stage;
    const auto counts =
        counted(find_card("h200"), stage, {step(stage.add_y, 3, 0), step(stage.add_y), step(stage.add_s, 3, 0)});
    const auto site = counts.sites[stage.add_y];
    QCOMPARE(site.serialised, 31);
    QCOMPARE(site.transactions, 1 + 8);
    QCOMPARE(site.atomic_passes, 32 + 8); // the single sector is requested once per lane
    QCOMPARE(counts.sites[stage.add_s].serialised, 31);
    QCOMPARE(counts.blocks[0].serialised, 62);
}

void SimulatedCountingTest::bank_conflicts_are_what_goes_beyond_the_width() {
    const Stage stage;
    const auto store = static_cast<std::size_t>(stage.store_s);
    const auto later =
        counted(find_card("h200"), stage, {step(stage.store_s), step(stage.store_s, 0, 32), step(stage.store_s, 7, 0)});
    QCOMPARE(later.sites[store].bank_passes, 1 + 32 + 1);
    QCOMPARE(later.sites[store].bank_conflicts, 31);
    QCOMPARE(later.sites[store].transactions, 0);
    QCOMPARE(later.blocks[0].bank_passes, 34);
    const auto old = counted(find_card("gtx295"), stage, {step(stage.store_s), step(stage.store_s, 0, 2)});
    QCOMPARE(old.sites[store].bank_passes, 2 + 4);
    QCOMPARE(old.sites[store].bank_conflicts, 2);
}

void SimulatedCountingTest::flops_go_to_the_site_and_the_block() {
    const Stage stage;
    const auto counts = counted(find_card("h200"), stage, {step(stage.load_y), step(stage.store_y, 0, 1, all, 64)});
    QCOMPARE(counts.sites[stage.store_y].flops, 64);
    QCOMPARE(counts.blocks[0].flops, 64);
    QCOMPARE(counts.blocks[0].flop_instructions, 1);
    QCOMPARE(counts.blocks[0].warp_instructions, 2);
}

void SimulatedCountingTest::round_trips_are_those_that_must_wait_for_each_other() {
    const Stage stage;
    const WarpInstruction column = step(stage.load_column), x = step(stage.gather_x), y = step(stage.load_y);
    const auto chain = [&](const std::vector<WarpInstruction>& steps) {
        return counted(find_card("h200"), stage, steps).blocks[0].longest_memory_chain;
    };
    QCOMPARE(chain({}), 0);
    QCOMPARE(chain({column, y}), 1);    // in parallel
    QCOMPARE(chain({column, y, x}), 2); // x depends on the column
    const auto after_computing = [](WarpInstruction s) {
        s.flops = 32;
        return s;
    };
    QCOMPARE(chain({column, x, after_computing(column), x}), 4);
    QCOMPARE(chain({column, x, column, x}), 3); // x is not used yet, so the second column is in flight
    QCOMPARE(chain({y, after_computing(y), after_computing(y)}), 3);         // one iteration after the other
    QCOMPARE(chain({column, x, after_computing(x), after_computing(x)}), 2); // a batch of gathers
    QCOMPARE(chain({column, column, x, x}), 2);                              // loads are issued early
    QCOMPARE(chain({column, step(stage.shuffle), column}), 2);
    QCOMPARE(chain({column, step(stage.add_y), column}), 2);
    QCOMPARE(chain({column, step(stage.store_y), column}), 1);
}

void SimulatedCountingTest::loads_that_do_not_wait_for_each_other_reach_l1_together() {
    const Stage stage;
    Card card = find_card("h200");
    card.l1_bytes = 32 * 128; // as much as a strided load of one warp fetches
    card.l1_ways = 32;
    // Two warps alternate. Each reads every 16th double (one line per lane), then adjacent ones in the same sectors.
    const WarpInstruction first = step(stage.load_y, 0, 16), second = step(stage.load_y, 1, 16);
    const auto hits = [&](bool computes_between) {
        CountingSink sink(card, stage.arrays, stage.sites);
        sink.begin_launch({0, "drawn", 1, 64}, {0});
        StepSink& multiprocessor = sink.multiprocessor(0);
        multiprocessor.begin_block(0, 2);
        for (const WarpInstruction& load : {first, second})
            for (int warp = 0; warp < 2; ++warp) {
                WarpInstruction s = load;
                for (auto& index : s.index) index += warp * 16 * 32;
                s.flops = computes_between ? 1 : 0;
                multiprocessor.step(0, warp, s);
            }
        multiprocessor.end_block(0);
        sink.end_launch(0);
        return sink.take().at(0).sites[stage.load_y].l1_hits;
    };
    QCOMPARE(hits(false), 2 * 32); // each warp hits the lines that it has just loaded
    QCOMPARE(hits(true), 0);       // while it waited, lines of the other warp evicted its own
}

void SimulatedCountingTest::a_wait_is_short_only_where_the_line_has_arrived() {
    const Stage stage;
    WarpInstruction load = step(stage.load_y);
    load.flops = 1; // each iteration depends on the previous one
    // Both warps request the same line in the first iteration: the second one hits in L1, but has to wait for the line
    // as long as the first. In the second iteration, the line is there.
    const BlockCounts block = block_of(stage, {{0, load}, {1, load}, {0, load}, {1, load}});
    QCOMPARE(block.longest_memory_chain, 2);
    QCOMPARE(block.longest_wait_beyond_l1, 1);
    QCOMPARE(block.l1_hits, 3 * 8);
    QCOMPARE(block.stream_waits, 2);
    QCOMPARE(block.stream_sectors_late, 8);
}

void SimulatedCountingTest::nobody_waits_for_a_store() {
    const Stage stage;
    const WarpInstruction a = step(stage.load_y), b = step(stage.load_y, 1000), store = step(stage.store_y, 5000),
                          meet = step(stage.shuffle);
    // Warp 0 waits for a, and for b, which warp 1 has requested in the meantime. A store does not end the wait.
    for (const WarpInstruction& next : {b, store}) {
        const BlockCounts block =
            block_of(stage, {{0, a}, {0, meet}, {0, store}, {1, b}, {1, meet}, {0, next}, {0, b}});
        QCOMPARE(block.longest_wait_beyond_l1, 2);
    }
}

void SimulatedCountingTest::a_trip_waits_once_and_turns_side_by_side_are_one() {
    const Stage stage;
    const WarpInstruction column = step(stage.load_column), next_column = step(stage.load_column, 64, 1, all, 32),
                          x = step(stage.gather_x, 0, 100), more_x = step(stage.gather_x, 100'000, 100, all, 32);
    QCOMPARE(block_of(stage, {{0, x}, {0, more_x}}).longest_wait_beyond_l1, 1); // a batch of gathers
    const auto chain = [&](int turns) {                                         // four iterations overlap
        std::vector<std::pair<int, WarpInstruction>> steps;
        for (int turn = 0; turn < turns; ++turn)
            for (const WarpInstruction& one : {turn == 0 ? column : next_column, x}) steps.emplace_back(0, one);
        return block_of(stage, steps, 4).longest_memory_chain;
    };
    QCOMPARE(chain(1), 2);
    QCOMPARE(chain(4), 2);
    QCOMPARE(chain(5), 4);
}

void SimulatedCountingTest::on_2x_every_sector_waits_for_itself() {
    const Stage stage;
    CountingSink sink(find_card("c2050"), stage.arrays, stage.sites);
    sink.begin_launch({0, "drawn", 1, 32}, {0});
    StepSink& multiprocessor = sink.multiprocessor(0);
    multiprocessor.begin_block(0, 1);
    multiprocessor.step(0, 0, step(stage.load_y)); // 32 doubles: two lines of four sectors
    multiprocessor.end_block(0);
    sink.end_launch(0);
    const BlockCounts block = sink.take().at(0).blocks.at(0);
    QCOMPARE(block.longest_wait_beyond_l1, 1);
    QCOMPARE(block.stream_waits, 8);
    QCOMPARE(block.stream_sectors_late, 8);
    QCOMPARE(block.longest_wait_of_gathers + block.gather_waits + block.gather_sectors_late, 0);
}

void SimulatedCountingTest::stores_that_fill_a_sector_together_fetch_nothing() {
    const Stage stage;
    const auto load = static_cast<std::size_t>(stage.load_y), store = static_cast<std::size_t>(stage.store_y);
    // Every second double is half of each sector. Then the other half follows, or a read comes first.
    const auto both = counted(find_card("h200"), stage,
                              {step(stage.store_y, 0, 2), step(stage.store_y, 1, 2), step(stage.load_y, 0, 2)});
    QCOMPARE(both.sites[store].dram_bytes, 0);
    QCOMPARE(both.sites[load].dram_bytes, 0);
    QCOMPARE(both.sites[load].l2_hits, 16);
    const auto half = counted(find_card("h200"), stage, {step(stage.store_y, 0, 2), step(stage.load_y, 0, 2)});
    QCOMPARE(half.sites[store].dram_bytes, 0);
    QCOMPARE(half.sites[load].dram_bytes, 16 * 32);
    QCOMPARE(half.sites[load].l2_hits, 0);
}

void SimulatedCountingTest::barriers_and_the_longest_warp_are_those_of_one_warp() {
    const Stage stage;
    CountingSink sink(find_card("h200"), stage.arrays, stage.sites);
    sink.begin_launch({0, "drawn", 4, 64}, {2, 3});
    StepSink& multiprocessor = sink.multiprocessor(5);
    multiprocessor.begin_block(3, 2);
    multiprocessor.begin_block(2, 2); // both run at the same time
    for (int n = 0; n < 3; ++n) {
        multiprocessor.step(3, 0, step(stage.barrier));
        multiprocessor.step(2, 0, step(stage.load_y));
        multiprocessor.step(3, 1, step(stage.barrier));
    }
    multiprocessor.step(3, 1, step(stage.store_y));
    multiprocessor.end_block(3);
    multiprocessor.step(2, 1, step(stage.load_y));
    multiprocessor.end_block(2);
    sink.end_launch(4096);
    const auto launches = sink.take();
    QCOMPARE(launches.size(), std::size_t{1});
    const LaunchCounts& counts = launches[0];
    QCOMPARE(counts.shared_bytes, 4096);
    QCOMPARE(counts.launch.blocks, 4);
    QCOMPARE(counts.blocks.size(), std::size_t{2});
    QCOMPARE(counts.blocks[0].block, 2);
    QCOMPARE(counts.blocks[0].warp_instructions, 4);
    QCOMPARE(counts.blocks[0].longest_warp, 3);
    QCOMPARE(counts.blocks[0].barriers, 0);
    QCOMPARE(counts.blocks[1].block, 3);
    QCOMPARE(counts.blocks[1].warp_instructions, 7);
    QCOMPARE(counts.blocks[1].longest_warp, 4);
    QCOMPARE(counts.blocks[1].barriers, 3);
    QVERIFY(sink.take().empty());
}

void SimulatedCountingTest::odd_elements_are_counted_like_others() {
    Stage stage;
    stage.arrays.push_back({"bytes", Space::global, 1, 1000, 1 << 20});
    stage.arrays.push_back({"triples", Space::global, 12, 1000, 1 << 21});
    const int bytes = stage.site(Access::load, Space::global, 4), triples = stage.site(Access::load, Space::global, 5);
    const auto counts = counted(find_card("h200"), stage, {step(bytes), step(triples), step(triples)});
    const auto b = counts.sites[bytes], t = counts.sites[triples];
    QCOMPARE(b.transactions, 1);
    QCOMPARE(b.bytes_used, 32);
    QCOMPARE(t.transactions, 24);
    QCOMPARE(t.bytes_fetched, 24 * 32);
    QCOMPARE(t.bytes_used, 2 * 384);
    QCOMPARE(t.l1_hits, 12);
    QCOMPARE(t.dram_bytes, 384);
}

void SimulatedCountingTest::sites_that_come_late_are_counted() {
    Stage stage;
    CountingSink sink(find_card("h200"), stage.arrays, stage.sites);
    sink.begin_launch({0, "drawn", 1, 32}, {0});
    StepSink& multiprocessor = sink.multiprocessor(0);
    multiprocessor.begin_block(0, 1);
    multiprocessor.step(0, 0, step(stage.load_y));
    stage.arrays.push_back({"late", Space::global, 4, 100, 1 << 22});
    const int late = stage.site(Access::store, Space::global, 4);
    multiprocessor.step(0, 0, step(late));
    multiprocessor.end_block(0);
    sink.end_launch(0);
    const auto counts = sink.take().at(0);
    QCOMPARE(counts.sites.size(), stage.sites.size());
    QCOMPARE(counts.sites.at(static_cast<std::size_t>(late)).transactions, 4);
}

void SimulatedCountingTest::double_arrays_make_a_double_kernel() {
    Stage stage;
    QCOMPARE(counted(find_card("h200"), stage, {}).element_bytes, 8);
    for (auto& array : stage.arrays) array.element_bytes = 4;
    QCOMPARE(counted(find_card("h200"), stage, {}).element_bytes, 4);
}

void SimulatedCountingTest::blocks_and_sites_add_up_however_threads_run() {
    const Stage stage;
    for (const char* id : {"gtx295", "c2050", "h200"}) {
        Card card = find_card(id);
        card.l2_bytes = std::min(card.l2_bytes, 65536.0); // so that lines are evicted
        std::vector<LaunchCounts> results;
        for (const int threads : {1, 3}) {
            CountingSink sink(card, stage.arrays, stage.sites);
            std::vector<std::int64_t> blocks(24);
            for (std::size_t n = 0; n < blocks.size(); ++n) blocks[n] = static_cast<std::int64_t>(n);
            sink.begin_launch({0, "drawn", 24, 64}, blocks);
            const auto run = [&](int multiprocessor) {
                StepSink& to = sink.multiprocessor(multiprocessor);
                std::mt19937 random(static_cast<unsigned>(multiprocessor));
                for (std::int64_t block = multiprocessor; block < 24; block += 6) {
                    to.begin_block(block, 2);
                    for (int n = 0; n < 500; ++n) {
                        const int sites[] = {stage.load_column, stage.gather_x, stage.store_y,
                                             stage.add_y,       stage.store_s,  stage.barrier};
                        WarpInstruction s = step(sites[random() % 6], static_cast<std::int64_t>(random() % 4000), 1,
                                                 static_cast<std::uint32_t>(random()));
                        if (s.site == stage.add_y)
                            for (auto& index : s.index) index /= 8; // some lanes access the same element
                        if (s.site == stage.gather_x)
                            for (auto& index : s.index) index = static_cast<std::int64_t>(random() % 20000);
                        to.step(block, n % 2, s);
                    }
                    to.end_block(block);
                }
            };
            if (threads == 1) {
                for (int m = 5; m >= 0; --m) run(m);
            } else {
                std::vector<std::thread> pool;
                for (int m = 0; m < 6; ++m) pool.emplace_back(run, m);
                for (auto& thread : pool) thread.join();
            }
            sink.end_launch(0);
            results.push_back(sink.take().at(0));
        }
        SiteCounts sites;
        for (std::size_t n = 0; n < results[0].sites.size(); ++n) {
            QVERIFY(are_equal(results[0].sites[n], results[1].sites[n]));
            sites += results[0].sites[n];
        }
        double transactions = 0, l1 = 0, l2 = 0, l2_hits = 0, dram = 0, instructions = 0, passes = 0, serialised = 0;
        for (const auto& block : results[0].blocks) {
            transactions += block.transactions + block.gather_transactions;
            l1 += block.l1_hits;
            l2 += block.l2_sectors;
            l2_hits += block.l2_hits;
            dram += block.dram_bytes;
            instructions += block.warp_instructions;
            passes += block.bank_passes;
            serialised += block.serialised;
        }
        QCOMPARE(transactions, sites.transactions);
        QCOMPARE(l1, sites.l1_hits);
        QCOMPARE(l2, sites.l2_sectors);
        QCOMPARE(l2_hits, sites.l2_hits);
        QCOMPARE(dram, sites.dram_bytes);
        QCOMPARE(instructions, 24 * 500);
        QCOMPARE(passes, sites.bank_passes);
        QCOMPARE(serialised, sites.serialised);
        QVERIFY(sites.dram_bytes > 0 && sites.bank_passes > 0 && sites.serialised > 0);
        if (card.l2_bytes > 0) QVERIFY(sites.l2_hits > 0 && sites.l2_hits < sites.l2_sectors);
    }
}

void SimulatedCountingTest::counting_keeps_up_with_the_tracer() {
    // The steps of csr-scalar on long rows: each lane reads a different row, and x is gathered.
    const Stage stage;
    constexpr int warps = 128, trips = 300;
    std::mt19937 random(1);
    std::vector<WarpInstruction> gathers;
    for (int n = 0; n < 97; ++n) {
        gathers.push_back(step(stage.gather_x));
        for (auto& index : gathers.back().index) index = static_cast<std::int64_t>(random() % 4096);
    }
    for (const char* id : {"gtx295", "c2050", "h200"}) {
        CountingSink sink(find_card(id), stage.arrays, stage.sites);
        std::vector<std::int64_t> blocks(warps);
        for (int n = 0; n < warps; ++n) blocks[n] = n;
        const double start = cpu_ns();
        sink.begin_launch({0, "csr-scalar", warps, 32}, blocks);
        for (int m = 0; m < 30; ++m) {
            StepSink& to = sink.multiprocessor(m);
            for (std::int64_t block = m; block < warps; block += 30) {
                to.begin_block(block, 1);
                WarpInstruction column = step(stage.load_column, block * 32 * 820, 820),
                                value = step(stage.load_y, block * 32 * 820, 820);
                for (int trip = 0; trip < trips; ++trip) {
                    to.step(block, 0, column);
                    to.step(block, 0, value);
                    to.step(block, 0, gathers[static_cast<std::size_t>(trip) % gathers.size()]);
                    for (auto& index : column.index) ++index;
                    for (auto& index : value.index) ++index;
                }
                to.end_block(block);
            }
        }
        const double before_l2 = cpu_ns() - start;
        sink.end_launch(0);
        const double ns = cpu_ns() - start, lanes = 32.0 * 3 * warps * trips;
        qInfo("%s: %.1f million lane accesses a second; %.0f ns a step, L2 %.0f ns of them", id, lanes / ns * 1e3,
              ns / lanes * 32, (ns - before_l2) / lanes * 32);
        QVERIFY(lanes / ns * 1e3 > slowest); // a limit that even a loaded machine reaches
    }
}

WARPLOOM_TEST(SimulatedCountingTest);
#include "simulated_counting_test.moc"
