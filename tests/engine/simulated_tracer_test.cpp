#include "engine/error.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/recorder.h"
#include "engine/simt/trace/site_table.h"
#include "engine/simulated/tracer.h"
#include "support/runner.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>

using namespace warploom;
using namespace warploom::simulated;

// How the blocks of a launch are assigned to multiprocessors and host threads, which of them are traced, and what is
// known about arrays and sites. The blocks have predefined steps.

namespace {

struct Part final : StepSink {
    struct Seen {
        std::int64_t block;
        int warp;
        WarpInstruction step;
    };
    std::vector<Seen> seen;
    std::vector<std::int64_t> began, ended;
    std::size_t most_at_once = 0;
    void begin_block(std::int64_t block, int) override {
        began.push_back(block);
        most_at_once = std::max(most_at_once, began.size() - ended.size());
    }
    void step(std::int64_t block, int warp, const WarpInstruction& s) override { seen.push_back({block, warp, s}); }
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

/// A block in which each warp reads array 0 a given number of times.
class ReadingBlock final : public simt::SteppedBlock {
public:
    ReadingBlock(simt::SiteTable& table, int warps, int reads)
        : site_(table.add_site(Access::load, 0, {{"drawn.cu", 1}})), warps_(warps), reads_(reads) {}
    void begin(std::int64_t block, std::uint64_t) override {
        block_ = block;
        made_ = 0;
        if (block == fails_at) throw Error("test.thrown", "On purpose.");
    }
    bool advance(StepSink& sink) override {
        if (made_ == reads_) return false;
        WarpInstruction step;
        step.site = site_;
        step.active = 0xffffffffu;
        for (int w = 0; w < warps_; ++w) sink.step(block_, w, step);
        ++made_;
        accesses_ += std::int64_t{32} * warps_;
        return true;
    }
    std::int64_t number() const override { return block_; }
    int warps() const override { return warps_; }
    std::int64_t lane_accesses() const override { return accesses_; }

    static inline std::int64_t fails_at = -1;

private:
    int site_, warps_, reads_, made_ = 0;
    std::int64_t block_ = 0, accesses_ = 0;
};

void launch(
    Tracer& tracer, std::int64_t blocks, int block_size, int reads = 1, const simt::RecordedLaunch& like = {},
    const std::function<void(std::int64_t, std::int64_t)>& untraced = [](std::int64_t, std::int64_t) {}) {
    tracer.table().add_global("a", 4, 1, false);
    simt::RecordedLaunch info = like;
    info.kernel = "drawn";
    info.block_size = block_size;
    info.make_block = [&](simt::SiteTable& table, simt::Findings&) {
        return std::make_unique<ReadingBlock>(table, block_size / warp_size, reads);
    };
    tracer.record(info, blocks, untraced);
}

} // namespace

class SimulatedTracerTest : public QObject {
    Q_OBJECT
private slots:
    void blocks_share_multiprocessors_and_run_side_by_side() {
        Sink sink;
        TraceOptions options;
        options.multiprocessors = 3;
        options.resident_blocks = [](int block_size) { return block_size == 64 ? 2 : 1; };
        Tracer tracer(options, sink);
        launch(tracer, 10, 64, 3);
        QCOMPARE(sink.parts.size(), std::size_t{3});
        QCOMPARE(sink.parts[0].began, (std::vector<std::int64_t>{0, 3, 6, 9}));
        QCOMPARE(sink.parts[1].began, (std::vector<std::int64_t>{1, 4, 7}));
        QCOMPARE(sink.parts[2].ended.size(), std::size_t{3});
        QCOMPARE(sink.parts[0].most_at_once, std::size_t{2});
        // Interleaved: the two warps of block 0, then the two of block 3, then the second step of each.
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
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
        launch(tracer, 10, 32, 1, {}, [&](std::int64_t first, std::int64_t last) { ranges.emplace_back(first, last); });
        QCOMPARE(sink.traced[0], (std::vector<std::int64_t>{4}));
        QCOMPARE(ranges, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 4}, {5, 10}}));
        QCOMPARE(tracer.traced_share(), 0.1);
        QCOMPARE(sink.parts[0].seen.size(), std::size_t{1});
    }
    void blocks_that_wait_run_in_the_order_of_their_numbers_whether_traced_or_not() {
        Sink sink;
        TraceOptions options;
        options.multiprocessors = 2;
        options.blocks_of_launch = [](std::int64_t, int) { return std::vector<std::int64_t>{1, 2, 5}; };
        Tracer tracer(options, sink);
        simt::RecordedLaunch waits;
        waits.waits = true;
        std::vector<std::size_t> began; // number of traced blocks before each range of others
        std::vector<std::pair<std::int64_t, std::int64_t>> ranges;
        launch(tracer, 8, 32, 1, waits, [&](std::int64_t first, std::int64_t last) {
            ranges.emplace_back(first, last);
            began.push_back(sink.parts[0].began.size() + sink.parts[1].began.size());
        });
        QCOMPARE(ranges, (std::vector<std::pair<std::int64_t, std::int64_t>>{{0, 1}, {3, 5}, {6, 8}}));
        QCOMPARE(began, (std::vector<std::size_t>{0, 2, 3}));
        QCOMPARE(sink.parts[1].ended, (std::vector<std::int64_t>{1, 5}));
    }
    void a_seed_decides_the_order_of_blocks() {
        const auto order_of = [](std::uint64_t seed) {
            Sink sink;
            TraceOptions options;
            options.lane_order_seed = seed;
            Tracer tracer(options, sink);
            launch(tracer, 20, 32);
            return sink.parts[0].began;
        };
        auto order = order_of(7);
        QVERIFY(order == order_of(7) && order != order_of(8));
        QVERIFY(!std::is_sorted(order.begin(), order.end()));
        std::sort(order.begin(), order.end());
        QCOMPARE(order, order_of(0));
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
                // No large part of the grid is missing: there are at least eight strata, each with some blocks.
                for (std::size_t i = 1; wanted >= 8 && i < sample.size(); ++i)
                    QVERIFY(sample[i] - sample[i - 1] <= 2 * (blocks / 8 + 1));
            }
        const auto runs = sample_of_blocks(100000, 32); // eight runs of four adjacent blocks
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
        // For half as many blocks, each of which does the work of two, both of these were traced in almost all cases.
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
        for (const std::int64_t blocks : {8, 100, 50, 8}) launch(tracer, blocks, 32);
        QCOMPARE(sink.traced[0].size(), std::size_t{8}); // nothing was omitted before it
        QCOMPARE(sink.traced[1].size(), std::size_t{10});
        QCOMPARE(sink.traced[2].size(), std::size_t{5});
        QCOMPARE(sink.traced[3].size(), std::size_t{1});
    }
    void arrays_stand_one_after_another_on_256_bytes() {
        simt::SiteTable table;
        QCOMPARE(table.add_global("row_pointer", 4, 65, false), 0);
        QCOMPARE(table.add_global("x", 8, 3, true), 1);
        QCOMPARE(table.add_global("empty", 8, 0, true), 2);
        QCOMPARE(table.add_global("y", 8, 3, false), 3);
        QCOMPARE(table.add_global("x", 8, 3, true), 1); // the same again
        QCOMPARE(table.arrays()[1].base, std::uint64_t{512});
        QCOMPARE(table.arrays()[3].base, std::uint64_t{768});
        QCOMPARE(table.add_global("x", 4, 3, true), 4); // a different element size
        const int a = table.add_shared(1, "tile", 8, 3), b = table.add_shared(2, "more", 4, 1);
        QCOMPARE(table.arrays()[a].base, std::uint64_t{0});
        QCOMPARE(table.arrays()[b].base, std::uint64_t{32});
        QCOMPARE(table.shared_bytes(), std::int64_t{48});
        table.begin_launch();
        QCOMPARE(table.shared_bytes(), std::int64_t{0});
        QCOMPARE(table.add_shared(1, "tile", 8, 3), a); // same as in the previous launch
    }
    void a_site_has_its_line_and_that_of_the_kernel_and_only_loads_gather() {
        simt::SiteTable table;
        const int x = table.add_global("x", 8, 3, true), y = table.add_global("y", 8, 3, false);
        const auto site = [&](Access access, int array, const std::vector<simt::SiteTable::Line>& path) {
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
    void an_exception_of_a_block_reaches_the_caller_and_the_tracer_works_on() {
        Sink sink;
        Tracer tracer({}, sink);
        ReadingBlock::fails_at = 2;
        try {
            launch(tracer, 4, 64);
            QFAIL("nothing was thrown");
        } catch (const Error& error) { QCOMPARE(error.code(), std::string("test.thrown")); }
        ReadingBlock::fails_at = -1;
        sink.parts[0].seen.clear();
        launch(tracer, 1, 32);
        QCOMPARE(sink.parts[0].seen.size(), std::size_t{1});
    }
    void too_much_is_an_error_with_a_code() {
        const auto code_of = [](const auto& body) {
            try {
                body();
            } catch (const Error& error) { return error.code(); }
            return std::string();
        };
        simt::SiteTable table;
        const auto add_sites = [&](int first, int last) {
            for (int line = first; line < last; ++line) table.add_site(Access::load, 0, {{"drawn.cu", line}});
        };
        table.add_global("0", 4, 1, false);
        QCOMPARE(code_of([&] { add_sites(0, 16384); }), std::string());
        QCOMPARE(code_of([&] { add_sites(0, 16385); }), std::string("trace.sites"));
        QCOMPARE(code_of([&] {
                     for (int i = 1; i < 4096; ++i) table.add_global(std::to_string(i), 4, 1, false);
                 }),
                 std::string());
        QCOMPARE(code_of([&] { table.add_global("one more", 4, 1, false); }), std::string("trace.arrays"));
    }
    void lanes_are_told_in_words() {
        QCOMPARE(simt::lanes_text(0xffffffffu), std::string("all 32 lanes"));
        QCOMPARE(simt::lanes_text(8u), std::string("lane 3"));
        QCOMPARE(simt::lanes_text(0x1088u), std::string("lanes 3, 7, 12"));
        QCOMPARE(simt::lanes_text(0xffffu), std::string("lanes 0-15"));
        QCOMPARE(simt::lanes_text(0x80000003u), std::string("lanes 0, 1, 31"));
    }
};

WARPLOOM_TEST(SimulatedTracerTest);
#include "simulated_tracer_test.moc"
