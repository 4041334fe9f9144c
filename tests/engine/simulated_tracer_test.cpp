#include "random_programs.h"

#include "engine/error.h"
#include "engine/simulated/tracer_impl.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>

using namespace warploom;
using namespace warploom::simulated;
using namespace warploom::simulated::test;

// The merging of lanes, against a machine that works the other way round: programs are made at random, lanes run them
// one by one through the tracer, and a mask machine runs them for all lanes at once, as hardware does.

namespace {

struct Part final : StepSink {
    struct Seen {
        std::int64_t block;
        int warp;
        Step step;
    };
    std::vector<Seen> seen;
    std::vector<std::int64_t> began, ended;
    std::size_t most_at_once = 0;
    void begin_block(std::int64_t block, int) override {
        began.push_back(block);
        most_at_once = std::max(most_at_once, began.size() - ended.size());
    }
    void step(std::int64_t block, int warp, const Step& s) override { seen.push_back({block, warp, s}); }
    void end_block(std::int64_t block) override { ended.push_back(block); }
};
struct Sink final : TraceSink {
    std::vector<std::vector<std::int64_t>> traced;
    std::vector<LaunchInfo> launches;
    std::map<int, Part> parts;
    std::int64_t shared_bytes = -1;
    void begin_launch(const LaunchInfo& info, const std::vector<std::int64_t>& blocks) override {
        launches.push_back(info);
        traced.push_back(blocks);
    }
    StepSink& multiprocessor(int number) override { return parts[number]; }
    void end_launch(std::int64_t bytes) override { shared_bytes = bytes; }
};

/// Launches a callable body(block, thread).
template <class Body>
void launch(
    Tracer& tracer, std::int64_t blocks, int block_size, const Body& body,
    const std::function<void(std::int64_t, std::int64_t)>& untraced = [](std::int64_t, std::int64_t) {}) {
    TracedLaunch info;
    info.kernel = "drawn";
    info.block_size = block_size;
    info.argument = &body;
    info.body = [](const void* f, std::int64_t block, int thread) { (*static_cast<const Body*>(f))(block, thread); };
    tracer.impl().launch(info, blocks, untraced);
}

} // namespace

class SimulatedTracerTest : public QObject {
    Q_OBJECT
private slots:
    void random_programs_run_as_on_a_mask_machine() {
        int divergent = 0;
        std::size_t most_steps = 0;
        for (std::uint64_t seed = 1; seed <= 3000; ++seed) {
            Random random(seed);
            Program program;
            program.seed = seed;
            int number = 0, line = 0;
            program.block = draw_block(random, 4, 0, number, line);
            if (number > 250) continue;
            MaskMachine machine(program);
            machine.run(program.block, 0xffffffffu);

            Sink sink;
            TraceOptions options;
            options.lane_order_seed = seed % 3;
            Tracer tracer(options, sink);
            tracer.impl().table.add_global("a", 4, 1000, false);
            launch(tracer, 1, 32, [&](std::int64_t, int thread) { OneLane(program, thread).run(program.block); });
            std::vector<std::pair<int, std::uint32_t>> steps;
            for (const auto& seen : sink.parts[0].seen) {
                const auto first = static_cast<std::size_t>(std::countr_zero(seen.step.active));
                steps.emplace_back(static_cast<int>(seen.step.index[first]), seen.step.active);
                divergent += seen.step.active != 0xffffffffu;
                for (std::size_t lane = 0; lane < 32; ++lane)
                    if ((seen.step.active >> lane & 1u) != 0) QCOMPARE(seen.step.index[lane], seen.step.index[first]);
            }
            most_steps = std::max(most_steps, steps.size());
            QVERIFY2(steps == machine.steps, qPrintable(QString("program %1").arg(seed)));
        }
        QVERIFY(divergent > 10000); // the programs are worth it
        QVERIFY(most_steps > 100);
    }
    void memory_does_not_grow_with_the_length_of_a_thread() {
        // One thread with a million accesses and counted turns, far more than a log or its 16-bit counters hold.
        Sink sink;
        Tracer tracer({}, sink);
        tracer.impl().table.add_global("a", 4, 1, false);
        launch(tracer, 1, 2, [](std::int64_t, int thread) {
            LoopMark mark(0, 10, "kernels/drawn.h");
            for (int k = 0; k < 200000; ++k) {
                const TurnMark in_turn;
                if (thread == 0 || k == 150000)
                    current_lane->access(simulated::Entry::load, 0, 0, 11, "kernels/drawn.h");
                current_lane->count_flops(2);
            }
        });
        const auto& seen = sink.parts[0].seen;
        QCOMPARE(seen.size(), std::size_t{200000});
        for (std::size_t k = 0; k < seen.size(); ++k) QCOMPARE(seen[k].step.active, k == 150000 ? 3u : 1u);
        QCOMPARE(seen[150000].step.flops, 2u + 300000u);
        QCOMPARE(seen[150000].step.flop_instructions, 300000u);
    }
    void blocks_share_multiprocessors_and_run_side_by_side() {
        Sink sink;
        TraceOptions options;
        options.multiprocessors = 3;
        options.resident_blocks = [](int block_size) { return block_size == 64 ? 2 : 1; };
        Tracer tracer(options, sink);
        tracer.impl().table.add_global("a", 4, 1000, false);
        launch(tracer, 10, 64, [](std::int64_t block, int thread) {
            for (int k = 0; k < 3; ++k)
                current_lane->access(simulated::Entry::load, 0, block * 64 + thread, 5 + k, "kernels/drawn.h");
        });
        QCOMPARE(sink.parts.size(), std::size_t{3});
        QCOMPARE(sink.parts[0].began, (std::vector<std::int64_t>{0, 3, 6, 9}));
        QCOMPARE(sink.parts[1].began, (std::vector<std::int64_t>{1, 4, 7}));
        QCOMPARE(sink.parts[2].ended.size(), std::size_t{3});
        QCOMPARE(sink.parts[0].most_at_once, std::size_t{2});
        // In turns: block 0's two warps, then block 3's two, then the second step of each.
        std::vector<std::pair<std::int64_t, int>> order;
        for (std::size_t i = 0; i < 6; ++i) order.emplace_back(sink.parts[0].seen[i].block, sink.parts[0].seen[i].warp);
        QCOMPARE(order, (std::vector<std::pair<std::int64_t, int>>{{0, 0}, {0, 1}, {3, 0}, {3, 1}, {0, 0}, {0, 1}}));
        QCOMPARE(tracer.lane_accesses(), std::int64_t{10 * 64 * 3});
        QCOMPARE(tracer.traced_share(), 1.0);
    }
    void only_one_block_is_traced_and_all_others_run_untraced() {
        Sink sink;
        TraceOptions options;
        options.only_block = 4;
        Tracer tracer(options, sink);
        tracer.impl().table.add_global("a", 4, 1, false);
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
        launch(
            tracer, 10, 32,
            [](std::int64_t, int) { current_lane->access(simulated::Entry::load, 0, 0, 1, "kernels/drawn.h"); },
            [&](std::int64_t first, std::int64_t last) { ranges.emplace_back(first, last); });
        QCOMPARE(sink.traced[0], (std::vector<std::int64_t>{4}));
        QCOMPARE(ranges, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 4}, {5, 10}}));
        QCOMPARE(tracer.traced_share(), 0.1);
        QCOMPARE(sink.parts[0].seen.size(), std::size_t{1});
    }
    void a_sample_covers_the_grid_in_runs() {
        QCOMPARE(sample_of_blocks(5, 7), (std::vector<std::int64_t>{0, 1, 2, 3, 4}));
        QCOMPARE(sample_of_blocks(0, 3).size(), std::size_t{0});
        for (const std::int64_t blocks : {33, 100, 1001, 100000})
            for (const std::int64_t wanted : {1, 2, 7, 8, 15, 16, 31, 32}) {
                const auto sample = sample_of_blocks(blocks, wanted);
                QCOMPARE(static_cast<std::int64_t>(sample.size()), wanted);
                const std::set<std::int64_t> distinct(sample.begin(), sample.end());
                QCOMPARE(distinct.size(), sample.size());
                QVERIFY(std::is_sorted(sample.begin(), sample.end()));
                QVERIFY(sample.front() >= 0 && sample.back() < blocks);
                // No large part of the grid is left out: each of eight strata or more has its blocks.
                for (std::size_t i = 1; wanted >= 8 && i < sample.size(); ++i)
                    QVERIFY(sample[i] - sample[i - 1] <= 2 * (blocks / 8 + 1));
            }
        const auto runs = sample_of_blocks(100000, 32); // eight runs of four neighbours
        for (std::size_t i = 0; i < 32; i += 4) QCOMPARE(runs[i + 3], runs[i] + 3);
    }
    void launches_that_follow_are_sampled_at_the_same_places() {
        QCOMPARE(blocks_at_places(0, 0.5, 4).size(), std::size_t{0});
        QCOMPARE(blocks_at_places(100, 1, 4), sample_of_blocks(100, 100));
        for (const std::int64_t blocks : {1, 2, 33, 100, 1001, 100000})
            for (const double share : {0.001, 0.1, 0.37, 0.9}) {
                const auto sample = blocks_at_places(blocks, share, 32);
                const double wanted = std::max(1.0, share * static_cast<double>(blocks));
                QVERIFY(std::abs(static_cast<double>(sample.size()) - wanted) <= 0.5);
                QVERIFY(std::adjacent_find(sample.begin(), sample.end(), std::greater_equal<>()) == sample.end());
                QVERIFY(sample.front() >= 0 && sample.back() < blocks);
            }
        // Of half as many blocks that each take what two of these do, nearly all find that both were traced.
        const auto first = blocks_at_places(8000, 0.25, 32), second = blocks_at_places(4000, 0.25, 32);
        const auto was_traced = [&](std::int64_t block) {
            return std::binary_search(first.begin(), first.end(), 2 * block) &&
                   std::binary_search(first.begin(), first.end(), 2 * block + 1);
        };
        QVERIFY(std::count_if(second.begin(), second.end(), was_traced) > 0.96 * static_cast<double>(second.size()));
    }
    void a_smaller_launch_is_sampled_as_the_larger_one_before() {
        TraceOptions options;
        options.places = 4;
        options.sample_of_launch = [](std::int64_t blocks, int) { return blocks > 10 ? std::int64_t{10} : 0; };
        Sink sink;
        Tracer tracer(options, sink);
        for (const std::int64_t blocks : {8, 100, 50, 8})
            launch(
                tracer, blocks, 32, [](std::int64_t, int) {}, [](std::int64_t, std::int64_t) {});
        QCOMPARE(sink.traced[0].size(), std::size_t{8}); // nothing was left out before it
        QCOMPARE(sink.traced[1].size(), std::size_t{10});
        QCOMPARE(sink.traced[2].size(), std::size_t{5});
        QCOMPARE(sink.traced[3].size(), std::size_t{1});
    }
    void arrays_stand_one_after_another_on_256_bytes() {
        SiteTable table;
        QCOMPARE(table.add_global("row_pointer", 4, 65, false), 0);
        QCOMPARE(table.add_global("x", 8, 3, true), 1);
        QCOMPARE(table.add_global("empty", 8, 0, true), 2);
        QCOMPARE(table.add_global("y", 8, 3, false), 3);
        QCOMPARE(table.add_global("x", 8, 3, true), 1); // the same again
        QCOMPARE(table.arrays()[1].base, std::uint64_t{512});
        QCOMPARE(table.arrays()[3].base, std::uint64_t{768});
        QCOMPARE(table.add_global("x", 4, 3, true), 4); // of another size
        const int a = table.add_shared(1, "tile", 8, 3), b = table.add_shared(2, "more", 4, 1);
        QCOMPARE(table.arrays()[a].base, std::uint64_t{0});
        QCOMPARE(table.arrays()[b].base, std::uint64_t{32});
        QCOMPARE(table.shared_bytes(), std::int64_t{48});
        table.begin_launch();
        QCOMPARE(table.shared_bytes(), std::int64_t{0});
        QCOMPARE(table.add_shared(1, "tile", 8, 3), a); // as in the launch before
    }
    void a_site_has_its_line_and_that_of_the_kernel_and_only_loads_gather() {
        SiteTable table;
        const int x = table.add_global("x", 8, 3, true), y = table.add_global("y", 8, 3, false);
        const auto site = [&](Access access, int array, const std::vector<SiteTable::Line>& path) {
            return table.sites()[static_cast<std::size_t>(table.add_site(access, array, path))];
        };
        const Site gather = site(Access::load, x, {{"kernel.cu", 10}, {"helper.cu", 3}});
        QVERIFY(gather.is_gather);
        QCOMPARE(gather.kernel_file, std::string("kernel.cu"));
        QCOMPARE(gather.kernel_line, 10);
        QCOMPARE(gather.file, std::string("helper.cu"));
        QCOMPARE(gather.line, 3);
        QVERIFY(!site(Access::store, x, {{"kernel.cu", 11}}).is_gather);
        QVERIFY(!site(Access::load, y, {{"kernel.cu", 12}}).is_gather);
    }
    void file_names_begin_inside_of_the_project() {
        QCOMPARE(project_path("/home/me/kernels/warploom/kernels/spmv/ell.h"), std::string("kernels/spmv/ell.h"));
        QCOMPARE(project_path("/w/tests/kernels/mistakes/bounds.h"), std::string("tests/kernels/mistakes/bounds.h"));
        QCOMPARE(project_path("/w/tests/engine/a.cpp"), std::string("tests/engine/a.cpp"));
        QCOMPARE(project_path("kernels/vocabulary/warp_sum.h"), std::string("kernels/vocabulary/warp_sum.h"));
        QCOMPARE(project_path("/tests/w/kernels/vocabulary/warp_sum.h"), std::string("kernels/vocabulary/warp_sum.h"));
        QCOMPARE(project_path("elsewhere.h"), std::string("elsewhere.h"));
    }
    void an_exception_of_a_lane_reaches_the_caller_and_the_tracer_works_on() {
        Sink sink;
        Tracer tracer({}, sink);
        tracer.impl().table.add_global("a", 4, 1, false);
        try {
            launch(tracer, 4, 64, [](std::int64_t block, int thread) {
                if (block == 2 && thread == 40) throw Error("test.thrown", "On purpose.");
            });
            QFAIL("nothing was thrown");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("test.thrown")); }
        launch(tracer, 1, 32,
               [](std::int64_t, int) { current_lane->access(simulated::Entry::load, 0, 0, 1, "kernels/drawn.h"); });
        QCOMPARE(sink.parts[0].seen.size(), std::size_t{1});
    }
    void too_much_is_an_error_with_a_code() {
        const auto code_of = [](const auto& body) {
            Sink sink;
            Tracer tracer({}, sink);
            tracer.impl().table.add_global("a", 4, 100000, false);
            try {
                launch(tracer, 1, 32, body);
            } catch (const Error& error) { return error.code(); }
            return std::string();
        };
        const std::function<void(int)> nest = [&](int depth) {
            LoopMark mark(0, depth, "kernels/drawn.h");
            if (depth > 0) nest(depth - 1);
        };
        QCOMPARE(code_of([&](std::int64_t, int) { nest(20); }), std::string());
        QCOMPARE(code_of([&](std::int64_t, int) { nest(30); }), std::string("simulated.depth"));
        const auto many = [](int sites) {
            return [sites](std::int64_t, int) {
                for (int i = 0; i < sites; ++i)
                    current_lane->access(simulated::Entry::load, 0, i, i, "kernels/drawn.h");
            };
        };
        QCOMPARE(code_of(many(16000)), std::string());
        QCOMPARE(code_of(many(17000)), std::string("trace.sites"));
        SiteTable table;
        for (int i = 0; i < 4096; ++i) table.add_global(std::to_string(i), 4, 1, false);
        try {
            table.add_global("one more", 4, 1, false);
            QFAIL("there was room");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("trace.arrays")); }
    }
    void lanes_are_told_in_words() {
        QCOMPARE(lanes_text(0xffffffffu), std::string("all 32 lanes"));
        QCOMPARE(lanes_text(8u), std::string("lane 3"));
        QCOMPARE(lanes_text(0x1088u), std::string("lanes 3, 7 and 12"));
        QCOMPARE(lanes_text(0xffffu), std::string("lanes 0-15"));
        QCOMPARE(lanes_text(0x80000003u), std::string("lanes 0, 1 and 31"));
    }
};

WARPLOOM_TEST(SimulatedTracerTest);
#include "simulated_tracer_test.moc"
