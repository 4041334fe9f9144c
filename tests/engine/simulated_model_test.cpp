#include "engine/simulated/model.h"

#include "engine/error.h"
#include "support/runner.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>

using namespace warploom;
using namespace warploom::simulated;

namespace {

/// Returns a GPU model with two multiprocessors at 1 GHz and round numbers, so that all terms can be derived by hand.
Card round_card() {
    Card card;
    card.title = "Round card";
    card.coalescing = Coalescing::sectors_32;
    card.multiprocessors = 2;
    card.clock_ghz = 1;
    card.warp_instructions_per_clock = 1;
    card.fp32_per_clock = 64;
    card.fp64_per_clock = 32;
    card.threads_per_multiprocessor = 1024;
    card.blocks_per_multiprocessor = 8;
    card.registers_per_multiprocessor = 32768;
    card.shared_bytes = 49152;
    card.shared_banks = 32;
    card.dram_latency_ns = 500;
    card.dram_gbytes_per_s = 100;
    card.l2_gbytes_per_s = 200;
    card.l2_bytes = 1 << 20;
    card.l2_latency_ns = 200;
    card.launch_us = 3;
    card.transfer_gbytes_per_s = 10;
    card.transfer_latency_us = 2;
    return card;
}

LaunchCounts launch_of(const std::vector<BlockCounts>& blocks, int block_size = 128) {
    LaunchCounts counts;
    counts.launch.blocks = static_cast<std::int64_t>(blocks.size());
    counts.launch.block_size = block_size;
    counts.blocks = blocks;
    for (std::size_t i = 0; i < blocks.size(); ++i) counts.blocks[i].block = static_cast<std::int64_t>(i);
    return counts;
}

BlockCounts with(const std::function<void(BlockCounts&)>& change) {
    BlockCounts block;
    block.warps = 4;
    change(block);
    return block;
}

void expect_near(double found, double expected, double tolerance = 1e-9) {
    QVERIFY2(std::abs(found - expected) <= tolerance * std::max(1.0, std::abs(expected)),
             qPrintable(QString("found %1, expected %2").arg(found, 0, 'g', 12).arg(expected, 0, 'g', 12)));
}

BlockCounts random_block(std::mt19937& random) {
    std::uniform_real_distribution<double> most(0, 1);
    return with([&](BlockCounts& b) {
        b.warp_instructions = 1000 * most(random);
        b.flop_instructions = 2000 * most(random);
        b.flops = b.flop_instructions * 20;
        b.transactions = 3000 * most(random);
        b.gather_transactions = 3000 * most(random);
        b.row_mates = b.transactions * most(random);
        b.gather_row_mates = b.gather_transactions * most(random);
        b.l2_sectors = 3000 * most(random);
        b.l2_hits = b.l2_sectors * most(random);
        b.dram_bytes = 1e5 * most(random);
        b.bank_passes = 800 * most(random);
        b.longest_warp = b.warp_instructions / 3;
        b.longest_memory_chain = 30 * most(random);
        b.longest_wait_beyond_l1 = b.longest_memory_chain * most(random);
        b.longest_wait_of_gathers = b.longest_wait_beyond_l1 * most(random);
        b.stream_waits = 8 * (b.longest_wait_beyond_l1 - b.longest_wait_of_gathers);
        b.gather_waits = 8 * b.longest_wait_of_gathers;
        b.stream_sectors_late = 2 * b.stream_waits * most(random);
        b.gather_sectors_late = 2 * b.gather_waits * most(random);
        b.longest_warp_transactions = (b.transactions + b.gather_transactions) / 3;
        b.l2_single_requests = b.l2_sectors * most(random) / 2;
        b.dram_singles = b.dram_bytes / 32 * most(random) / 2;
        b.dram_pairs = b.dram_bytes / 64 * most(random) / 2;
        b.atomic_turns = 100 * most(random);
    });
}

} // namespace

class SimulatedModelTest : public QObject {
    Q_OBJECT

private slots:
    void each_term_alone_on_one_block_data() {
        QTest::addColumn<QString>("term");
        QTest::addColumn<double>("expected");
        QTest::newRow("10 000 bytes at 100 GB/s") << "dram" << 100.0;
        QTest::newRow("1000 sectors of 32 bytes at 200 GB/s") << "l2" << 160.0;
        QTest::newRow("70 transactions of 2 ns and 30 gathered ones of 1 ns") << "transactions" << 170.0;
        QTest::newRow("90 passes over the banks, one a clock") << "shared" << 90.0;
        QTest::newRow("50 recorded instructions, two more with each, and 10 multiply-adds") << "issue" << 160.0;
        QTest::newRow("40 multiply-adds of 32 lanes, 64 a clock") << "arithmetic" << 20.0;
        QTest::newRow("a chain of 4 waits for memory, an instruction of 4 clocks with each") << "latency" << 2016.0;
    }
    void each_term_alone_on_one_block() {
        QFETCH(QString, term);
        QFETCH(double, expected);
        Card card = round_card();
        card.transaction_ns = 2;
        card.gather_transaction_ns = 1;
        card.launch_us = 0;
        const std::map<QString, std::function<void(BlockCounts&)>> changes{
            {"dram", [](BlockCounts& b) { b.dram_bytes = 10000; }},
            {"l2", [](BlockCounts& b) { b.l2_sectors = 1000; }},
            {"transactions", [](BlockCounts& b) { b.transactions = 70, b.gather_transactions = 30; }},
            {"shared", [](BlockCounts& b) { b.bank_passes = 90; }},
            {"issue", [](BlockCounts& b) { b.warp_instructions = 50, b.flop_instructions = 20; }},
            {"arithmetic", [](BlockCounts& b) { b.flop_instructions = 80; }},
            {"latency", [](BlockCounts& b) { b.longest_memory_chain = 4; }},
        };
        LaunchCounts counts = launch_of({with(changes.at(term))});
        counts.element_bytes = 4;
        if (term == "arithmetic") card.warp_instructions_per_clock = 4; // otherwise issuing them would take as long
        const ModelledTime time = model_time({counts}, card);
        QCOMPARE(QString::fromStdString(time.launches[0].binding), term);
        for (const ModelTerm& t : model_terms()) {
            if (t.key == term.toStdString()) expect_near(time.terms.*t.value, expected);
            else if (term != "transactions" && term != "issue" && term != "arithmetic")
                expect_near(time.terms.*t.value, 0);
        }
        expect_near(time.ns, expected);
    }

    void doubles_use_their_own_units() {
        LaunchCounts counts = launch_of({with([](BlockCounts& b) { b.flop_instructions = 80; })});
        counts.element_bytes = 8;
        expect_near(model_time({counts}, round_card()).terms.arithmetic, 40);
        counts.element_bytes = 4;
        expect_near(model_time({counts}, round_card()).terms.arithmetic, 20);
    }

    void a_line_takes_the_banks_of_l1_two_clocks() {
        Card card = round_card();
        card.coalescing = Coalescing::lines_128;
        const auto block = with([](BlockCounts& b) { b.warp_instructions = 10, b.transactions = 320; });
        expect_near(block_terms(block, card, 8).issue, 640);
        card.coalescing = Coalescing::sectors_32;
        expect_near(block_terms(block, card, 8).issue, 80);
        card.coalescing = Coalescing::half_warp_segments; // cost at the memory
        expect_near(block_terms(block, card, 8).issue, 30);
    }

    void a_conflict_is_issued_again_on_2_x_alone() {
        Card card = round_card();
        const auto block = with([](BlockCounts& b) { b.warp_instructions = 10, b.bank_conflicts = 70; });
        for (const int element_bytes : {4, 8}) {
            card.coalescing = Coalescing::lines_128;
            expect_near(block_terms(block, card, element_bytes).issue, 30 + 70);
            card.coalescing = Coalescing::sectors_32;
            expect_near(block_terms(block, card, element_bytes).issue, 30);
        }
    }

    void old_banks_need_two_clocks_a_pass() {
        Card card = round_card();
        const auto block = with([](BlockCounts& b) { b.bank_passes = 90; });
        card.coalescing = Coalescing::lines_128;
        expect_near(block_terms(block, card, 4).shared, 180);
    }

    void hits_shorten_the_waits() {
        Card card = round_card();
        card.l1_bytes = 16384;
        card.l1_latency_ns = 20;
        const auto block = with([](BlockCounts& b) {
            b.longest_memory_chain = 10;
            b.longest_wait_beyond_l1 = 4;
            b.l2_sectors = 300; // includes stores, for which nothing waits
            b.stream_waits = 100, b.stream_sectors_late = 75;
        });
        const double beyond = 0.25 * 200 + 0.75 * 500, instructions = 10 * 4;
        expect_near(block_terms(block, card, 8).latency, 6 * 20 + 4 * beyond + instructions);
        card.l1_bytes = 0; // without L1, there are no hits
        expect_near(block_terms(block, card, 8).latency, 10 * beyond + instructions);
        card.l2_bytes = 0;
        expect_near(block_terms(block, card, 8).latency, 10 * 500 + instructions);
    }

    void a_late_sector_is_enough_for_a_wait_for_memory() {
        // Five of ten round trips began with a gather. Every stream waited for two late sectors, and every fifth gather
        // for one.
        Card card = round_card();
        const auto block = with([](BlockCounts& b) {
            b.longest_memory_chain = b.longest_wait_beyond_l1 = 10;
            b.longest_wait_of_gathers = 5;
            b.stream_waits = b.gather_waits = 50;
            b.stream_sectors_late = 100, b.gather_sectors_late = 10;
        });
        expect_near(block_terms(block, card, 8).latency, 5 * 500 + 5 * (0.2 * 500 + 0.8 * 200) + 10 * 4);
    }

    void a_warps_own_transactions_leave_one_after_another() {
        const auto block = with([](BlockCounts& b) { b.longest_warp_transactions = 400; });
        Card card = round_card();
        expect_near(block_terms(block, card, 8).latency, 100); // four sectors per clock
        for (const auto earlier : {Coalescing::lines_128, Coalescing::half_warp_segments}) {
            card.coalescing = earlier; // already included in their fitted parameters
            expect_near(block_terms(block, card, 8).latency, 0);
        }
    }

    void few_bytes_of_a_place_in_memory_cost_the_way_there() {
        Card card = round_card(); // a sector takes 0.32 ns
        const auto block = with([](BlockCounts& b) { b.dram_bytes = 3200, b.dram_singles = 10, b.dram_pairs = 20; });
        expect_near(block_terms(block, card, 8).dram, 32);
        card.dram_access_ns = 0.5; // less than two sectors
        expect_near(block_terms(block, card, 8).dram, 32 + 10 * (0.5 - 0.32));
        card.dram_access_ns = 1;
        expect_near(block_terms(block, card, 8).dram, 32 + 10 * (1 - 0.32) + 20 * (1 - 0.64));
    }

    void l2_is_asked_for_sectors_requests_and_atomics() {
        Card card = round_card(); // a sector takes 0.16 ns
        const auto block = with([](BlockCounts& b) {
            b.l2_sectors = 1000, b.l2_single_requests = 100;
            b.serialised = 50, b.atomic_turns = 200;
        });
        expect_near(block_terms(block, card, 8).l2, 1050 * 0.16);
        card.l2_request_ns = 0.26;
        expect_near(block_terms(block, card, 8).l2, 1050 * 0.16 + 100 * 0.1);
        card.atomic_ns = 2; // if slices are known, atomics keep them busy for longer than sectors
        expect_near(block_terms(block, card, 8).l2, 400);
        card.atomic_ns = 0.5;
        expect_near(block_terms(block, card, 8).l2, 1000 * 0.16 + 100 * 0.1);
    }

    void blocks_start_one_after_another() {
        Card card = round_card();
        card.launch_us = card.start_us = 0;
        card.block_start_ns = 5;
        expect_near(model_time({launch_of(std::vector<BlockCounts>(1000, with([](BlockCounts&) {})))}, card).ns, 5000);
    }

    void a_call_has_a_cost_beside_its_launches() {
        Card card = round_card();
        card.start_us = 7;
        const LaunchCounts nothing = launch_of({with([](BlockCounts&) {})});
        const ModelledTime two = model_time({nothing, nothing}, card);
        expect_near(two.terms.launch, 7000 + 2 * 3000);
        expect_near(two.ns, 7000 + 2 * 3000);
        expect_near(model_time({}, card).ns, 0);
        ModelOptions part; // part of a call, such as an iteration
        part.has_start = false;
        expect_near(model_time({nothing, nothing}, card, part).terms.launch, 2 * 3000);
        expect_near(model_time({nothing, nothing}, card, part).ns, 2 * 3000);
    }

    void earlier_cards_wait_longer_for_their_own_results() {
        Card card = round_card();
        const auto wait = with([](BlockCounts& b) { b.longest_memory_chain = 2; });
        for (const auto rule : {Coalescing::half_warp_segments, Coalescing::lines_128}) {
            card.coalescing = rule;
            expect_near(block_terms(wait, card, 4).latency, 2 * (500 + 22));
        }
        card.coalescing = Coalescing::sectors_32;
        expect_near(block_terms(wait, card, 4).latency, 2 * (500 + 4));
    }

    void nothing_is_issued_beside_the_double_precision_of_2x() {
        Card card = round_card();
        card.warp_instructions_per_clock = 2;
        // 100 recorded instructions with two more each: 150 clocks; 40 multiply-adds of 32 lanes at 32 per clock: 40.
        const auto block = with([](BlockCounts& b) { b.warp_instructions = 100, b.flop_instructions = 80; });
        card.coalescing = Coalescing::lines_128;
        expect_near(block_terms(block, card, 8).issue, 150 + 40);
        expect_near(block_terms(block, card, 4).issue, (300 + 40) / 2.0);
        card.coalescing = Coalescing::sectors_32;
        expect_near(block_terms(block, card, 8).issue, (300 + 40) / 2.0);
    }

    void a_warp_that_computes_alone_is_not_faster_than_one_instruction_a_clock() {
        Card card = round_card();
        card.warp_instructions_per_clock = 4;
        const auto block = with([](BlockCounts& b) { b.warp_instructions = b.longest_warp = 100; });
        expect_near(block_terms(block, card, 8).issue, 75);
        expect_near(block_terms(block, card, 8).latency, 300);
    }

    void memory_is_shared_by_the_card_and_units_by_a_multiprocessor() {
        const auto memory = with([](BlockCounts& b) { b.dram_bytes = 10000; });
        const auto units = with([](BlockCounts& b) { b.bank_passes = 100; });
        const auto wait = with([](BlockCounts& b) { b.longest_memory_chain = 1; });
        expect_near(model_time({launch_of({memory, memory, memory})}, round_card()).terms.dram, 300);
        expect_near(model_time({launch_of({units, units, units})}, round_card()).terms.shared, 200);
        expect_near(model_time({launch_of({wait, wait, wait})}, round_card()).terms.latency, 504);
    }

    void blocks_beyond_the_residency_wait_for_a_place() {
        const auto wait = with([](BlockCounts& b) { b.longest_memory_chain = 1; });
        // Two multiprocessors with eight blocks each: the seventeenth block starts when the first sixteen end.
        const auto sixteen = model_time({launch_of(std::vector<BlockCounts>(16, wait))}, round_card());
        const auto seventeen = model_time({launch_of(std::vector<BlockCounts>(17, wait))}, round_card());
        expect_near(sixteen.ns, 3000 + 504);
        expect_near(seventeen.ns, 3000 + 1008);
        expect_near(seventeen.launches[0].schedule[16].start_ns, 504);
    }

    void residency_is_the_smallest_of_four_limits_data() {
        QTest::addColumn<int>("block");
        QTest::addColumn<double>("shared");
        QTest::addColumn<int>("registers");
        QTest::addColumn<int>("expected");
        QTest::addColumn<QString>("limit");
        QTest::newRow("threads") << 256 << 0.0 << 32 << 4 << "threads";
        QTest::newRow("blocks") << 32 << 0.0 << 32 << 8 << "blocks";
        QTest::newRow("registers") << 256 << 0.0 << 64 << 2 << "registers";
        QTest::newRow("shared memory") << 128 << 20000.0 << 32 << 2 << "shared memory";
        QTest::newRow("too many threads") << 2048 << 0.0 << 16 << 0 << "threads";
        QTest::newRow("too much shared memory") << 32 << 50000.0 << 16 << 0 << "shared memory";
        QTest::newRow("registers not known") << 1024 << 0.0 << 0 << 1 << "threads";
    }
    void residency_is_the_smallest_of_four_limits() {
        QFETCH(int, block);
        QFETCH(double, shared);
        QFETCH(int, registers);
        QFETCH(int, expected);
        QFETCH(QString, limit);
        std::string why;
        QCOMPARE(resident_blocks(round_card(), block, shared, registers, &why), expected);
        QCOMPARE(QString::fromStdString(why), limit);
    }

    void unknown_registers_leave_room_for_all_threads() {
        Card card = round_card();
        QCOMPARE(assumed_registers(card), 32);
        card.registers_per_multiprocessor = 16384;
        QCOMPARE(assumed_registers(card), 16);
        card.registers_per_multiprocessor = 1 << 20; // no limit
        QCOMPARE(assumed_registers(card), 32);
    }

    void registers_that_a_text_grants_are_those_of_its_blocks() {
        const auto resident = [](int registers, int block) {
            LaunchCounts counts = launch_of({with([](BlockCounts& b) { b.dram_bytes = 1; })}, block);
            counts.launch.blocks = 1000;
            counts.launch.registers = registers;
            return model_time({counts}, round_card()).launches[0].resident_blocks;
        };
        QCOMPARE(resident(0, 128), 8);    // limited by 1024 threads
        QCOMPARE(resident(64, 128), 4);   // 32,768 registers
        QCOMPARE(resident(255, 1024), 1); // a compiler uses fewer if a block would not fit otherwise
    }

    void a_small_grid_leaves_places_empty() {
        const auto one = model_time({launch_of({with([](BlockCounts& b) { b.dram_bytes = 1; })})}, round_card());
        QCOMPARE(one.launches[0].resident_blocks, 1);
        QCOMPARE(one.launches[0].limited_by, std::string("grid"));
        expect_near(one.launches[0].occupancy, 128.0 / 1024);
    }

    void a_block_that_does_not_fit_is_refused_with_the_reason() {
        LaunchCounts counts = launch_of({BlockCounts{}}, 2048);
        try {
            model_time({counts}, round_card());
            QFAIL("accepted");
        } catch (const Error& error) {
            QCOMPARE(error.code(), std::string("model.block"));
            QVERIFY(std::string(error.what()).find("2048 threads") != std::string::npos);
            QVERIFY(std::string(error.what()).find("Round card") != std::string::npos);
        }
    }

    void launches_add_up() {
        const auto block = with([](BlockCounts& b) { b.dram_bytes = 10000; });
        const auto wait = with([](BlockCounts& b) { b.longest_memory_chain = 20; });
        const auto time = model_time({launch_of({block}), launch_of({block, block}), launch_of({wait})}, round_card());
        QCOMPARE(time.launches.size(), std::size_t{3});
        expect_near(time.ns, 3 * 3000 + 100 + 200 + 20 * 504);
        expect_near(time.terms.launch, 9000);
        expect_near(time.terms.dram, 300);
        QCOMPARE(time.binding, std::string("latency"));
        QCOMPARE(time.launches[0].binding, std::string("launch"));
    }

    void transfers_are_added_on_request() {
        ModelOptions options;
        options.transfer_bytes = 1e6; // 100 us at 10 GB/s, and two latencies of 2 us
        const auto time = model_time({launch_of({BlockCounts{}})}, round_card(), options);
        expect_near(time.terms.transfer, 104000);
        expect_near(time.ns, 3000 + 104000);
        QCOMPARE(time.binding, std::string("transfer"));
    }

    void nothing_takes_no_time() {
        QCOMPARE(model_time({}, round_card()).ns, 0.0);
        // A launch without blocks still takes time.
        expect_near(model_time({launch_of({})}, round_card()).ns, 3000);
        QVERIFY(model_time({launch_of({})}, round_card()).launches[0].schedule.empty());
    }

    void blocks_that_were_not_traced_count_too() {
        LaunchCounts counts = launch_of({with([](BlockCounts& b) { b.dram_bytes = 1000, b.flops = 7; })});
        counts.launch.blocks = 50;
        counts.blocks[0].block = 20;
        const auto time = model_time({counts}, round_card());
        expect_near(time.terms.dram, 500);
        expect_near(time.launches[0].dram_bytes, 50000);
        expect_near(time.launches[0].flops, 350);
        QCOMPARE(time.launches[0].schedule.size(), std::size_t{50});
    }

    void the_time_is_at_least_every_term_and_at_most_their_sum() {
        std::mt19937 random(1);
        for (int round = 0; round < 40; ++round) {
            std::vector<BlockCounts> blocks(static_cast<std::size_t>(1 + round * 2));
            for (auto& block : blocks) block = random_block(random);
            const auto time = model_time({launch_of(blocks)}, round_card());
            double sum = 0;
            for (const ModelTerm& term : model_terms()) {
                QVERIFY(time.ns >= time.terms.*term.value * (1 - 1e-9));
                sum += time.terms.*term.value;
            }
            QVERIFY(time.ns <= sum * (1 + 1e-9));
        }
    }

    void a_better_card_is_never_slower_data() {
        QTest::addColumn<QString>("figure");
        for (const char* figure :
             {"dram_gbytes_per_s", "l2_gbytes_per_s", "clock_ghz", "multiprocessors", "warp_instructions_per_clock",
              "fp64_per_clock", "1/dram_latency_ns", "1/l2_latency_ns", "1/launch_us", "1/transaction_ns"})
            QTest::newRow(figure) << figure;
    }
    void a_better_card_is_never_slower() {
        QFETCH(QString, figure);
        const bool is_smaller_better = figure.startsWith("1/");
        const std::string key = (is_smaller_better ? figure.mid(2) : figure).toStdString();
        double Card::*member = nullptr;
        for (const CardField& field : card_fields())
            if (field.key == key) member = field.value;
        QVERIFY(member != nullptr);
        std::mt19937 random(2);
        int faster = 0;
        for (int round = 0; round < 120; ++round) {
            // If blocks differ, speeding up one may delay another that matters more in the end, as on a real GPU. If
            // they are equal, this cannot happen.
            const bool are_equal = round % 2 == 0;
            std::vector<BlockCounts> blocks(static_cast<std::size_t>(1 + round), random_block(random));
            if (!are_equal)
                for (auto& block : blocks) block = random_block(random);
            Card card = round_card();
            card.transaction_ns = round / 2 % 2;
            card.l2_gbytes_per_s = 40;
            Card better = card;
            better.*member = is_smaller_better ? better.*member / 2 : better.*member * 2;
            const double before = model_time({launch_of(blocks)}, card).ns;
            const double after = model_time({launch_of(blocks)}, better).ns;
            QVERIFY2(after <= before * (are_equal ? 1 + 1e-9 : 1.1),
                     qPrintable(QString("%1 > %2").arg(after).arg(before)));
            faster += after < before * 0.99;
        }
        if (key != "warp_instructions_per_clock" && key != "fp64_per_clock")
            QVERIFY(faster > 0); // must have an effect somewhere
    }

    void absurd_cards_are_refused_by_their_ranges() {
        // The model divides by these, so a file must not contain zeros.
        for (const CardField& field : card_fields())
            for (const char* divisor :
                 {"multiprocessors", "clock_ghz", "warp_instructions_per_clock", "fp32_per_clock", "fp64_per_clock",
                  "threads_per_multiprocessor", "dram_gbytes_per_s", "dram_efficiency", "transfer_gbytes_per_s"})
                if (std::string(field.key) == divisor) QVERIFY2(field.least > 0, divisor);
    }

    void every_built_in_card_gives_a_finite_time() {
        std::mt19937 random(9);
        for (const Card& card : cards()) {
            std::vector<BlockCounts> blocks(300);
            for (auto& block : blocks) block = random_block(random);
            const double ns = model_time({launch_of(blocks)}, card).ns;
            QVERIFY2(std::isfinite(ns) && ns > card.launch_us * 1e3, card.id.c_str());
        }
    }
};

WARPLOOM_TEST(SimulatedModelTest);
#include "simulated_model_test.moc"
