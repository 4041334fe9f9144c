#include "engine/simulated/tracer.h"

#include "engine/error.h"
#include "engine/parallel_blocks.h"
#include "engine/sentence.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/site_table.h"

#include <algorithm>
#include <mutex>
#include <numeric>

namespace warploom::simulated {

namespace {

std::uint64_t scrambled(std::uint64_t x) {
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

} // namespace

std::vector<std::int64_t> sample_of_blocks(std::int64_t blocks, std::int64_t wanted) {
    std::vector<std::int64_t> chosen;
    if (wanted >= blocks) {
        for (std::int64_t b = 0; b < blocks; ++b) chosen.push_back(b);
        return chosen;
    }
    if (wanted <= 0) return chosen;
    // Use at least this many strata, so that the sample covers the whole grid. In a larger sample, each stratum
    // contributes several consecutive blocks.
    constexpr std::int64_t strata_first = 8, longest_run = 4;
    const std::int64_t run = std::clamp<std::int64_t>(wanted / strata_first, 1, longest_run);
    const std::int64_t strata = (wanted + run - 1) / run;
    for (std::int64_t s = 0; s < strata; ++s) {
        const std::int64_t first = blocks * s / strata, last = blocks * (s + 1) / strata;
        const std::int64_t take = std::min(wanted * (s + 1) / strata - wanted * s / strata, last - first);
        // Vary the position within the stratum, because the matrix structure may be periodic.
        const auto room = static_cast<std::uint64_t>(last - first - take + 1);
        const auto from = first + static_cast<std::int64_t>(scrambled(static_cast<std::uint64_t>(s) + 1) % room);
        for (std::int64_t b = from; b < from + take; ++b) chosen.push_back(b);
    }
    return chosen;
}

std::vector<std::int64_t> blocks_at_places(std::int64_t blocks, double share, int places) {
    std::vector<std::int64_t> chosen;
    if (blocks <= 0) return chosen;
    const auto all = static_cast<double>(blocks);
    const auto wanted = std::max(std::int64_t{1}, static_cast<std::int64_t>(share * all + 0.5));
    std::int64_t from = 0;
    for (int p = 0; p < places; ++p) {
        const double in_place = static_cast<double>(scrambled(static_cast<std::uint64_t>(p) + 1)) * 0x1p-64;
        const double first = (p + in_place * (1 - share)) / places * all;
        const std::int64_t taken = wanted * p / places, take = wanted * (p + 1) / places - taken;
        from = std::clamp(static_cast<std::int64_t>(first + 0.5), from, blocks - (wanted - taken));
        for (const std::int64_t end = from + take; from < end; ++from) chosen.push_back(from);
    }
    return chosen;
}

struct Tracer::Impl {
    Impl(TraceOptions given, TraceSink& to) : options(std::move(given)), trace_sink(to) {
        if (options.compares_values) options.host_threads = 1;
    }
    std::vector<std::int64_t> choose(std::int64_t blocks, int block_size);
    void run_in_schedule(const simt::RecordedLaunch& launch, std::int64_t blocks);
    void run(const simt::RecordedLaunch& launch, const std::vector<std::int64_t>& blocks, int resident, StepSink& sink);

    TraceOptions options;
    TraceSink& trace_sink;
    simt::SiteTable table;
    std::vector<Finding> findings, same_values;
    std::int64_t lane_accesses = 0, traced_blocks = 0, blocks = 0;
    bool traces_preparation = false, is_preparing = false;
    int next_launch = 0;
    double share = 1; ///< smallest fraction of traced blocks in any launch so far; also applies to later launches
    std::mutex mutex;
    simt::Findings found_in_all, same;
};

std::vector<std::int64_t> Tracer::Impl::choose(std::int64_t count, int block_size) {
    if (options.blocks_of_launch) return options.blocks_of_launch(count, block_size);
    if (options.only_block)
        return *options.only_block >= 0 && *options.only_block < count ? std::vector{*options.only_block}
                                                                       : std::vector<std::int64_t>{};
    const std::int64_t wanted =
        options.sample_of_launch ? options.sample_of_launch(count, block_size) : options.sample_blocks;
    constexpr std::int64_t most_whole = std::int64_t{1} << 25;
    if (wanted <= 0 && count > most_whole)
        throw Error("trace.blocks",
                    sentence("A launch of {n} blocks is too large to trace completely.", {{"n", count}}),
                    sentence("Use a smaller grid, and let each thread process more elements."));
    if (options.places == 0 || is_preparing) return sample_of_blocks(count, wanted > 0 ? wanted : count);
    if (wanted > 0 && count > 0) share = std::min(share, static_cast<double>(wanted) / static_cast<double>(count));
    return share < 1 ? blocks_at_places(count, share, options.places) : sample_of_blocks(count, count);
}

/// Runs all blocks of a launch on one host thread.
void Tracer::Impl::run_in_schedule(const simt::RecordedLaunch& info, std::int64_t count) {
    constexpr std::uint64_t seed = 0x5eed;
    constexpr std::int64_t blocks_at_a_time = 16;
    const BlockSchedule schedule = options.schedule;
    std::vector<std::int64_t> order = simt::random_order(count, seed);
    if (schedule != BlockSchedule::random || info.has_waits) std::iota(order.begin(), order.end(), std::int64_t{0});
    if (schedule == BlockSchedule::descending && !info.has_waits) std::reverse(order.begin(), order.end());

    simt::Findings found;
    const bool is_one_at_a_time = schedule == BlockSchedule::descending && !info.has_waits;
    std::vector<std::unique_ptr<simt::SteppedBlock>> places(
        static_cast<std::size_t>(std::min(count, is_one_at_a_time ? 1 : blocks_at_a_time)));
    const auto sink_of = [&](const simt::SteppedBlock& block) -> StepSink& {
        return trace_sink.multiprocessor(static_cast<int>(block.number() % std::max(1, options.multiprocessors)));
    };
    std::size_t next = 0;
    const auto start = [&](simt::SteppedBlock& block) {
        block.set_schedule(schedule);
        block.begin(order[next++], 0);
        sink_of(block).begin_block(block.number(), block.warps());
    };
    for (auto& place : places) {
        place = info.make_block(table, found);
        start(*place);
    }
    std::vector<simt::SteppedBlock*> running;
    for (const auto& place : places) running.push_back(place.get());
    std::uint64_t state = seed;
    for (std::size_t turn = 0; !running.empty(); ++turn) {
        std::size_t chosen = turn % running.size();
        if (schedule == BlockSchedule::random) {
            state = scrambled(state + turn + 1);
            chosen = state % running.size();
        } else if (schedule == BlockSchedule::descending) {
            // Advance a block several times, so that it may pass several barriers before the earlier blocks run.
            constexpr std::size_t turns_of_a_block = 4;
            chosen = running.size() - 1 - turn / turns_of_a_block % running.size();
        }
        simt::SteppedBlock& block = *running[chosen];
        StepSink& sink = sink_of(block);
        if (block.advance(sink)) continue;
        sink.end_block(block.number());
        if (next < order.size()) start(block);
        else running.erase(running.begin() + static_cast<std::ptrdiff_t>(chosen));
    }
    const std::lock_guard lock(mutex);
    for (const auto& place : places) lane_accesses += place->lane_accesses();
    found_in_all.add(found, next_launch - 1);
}

/// Runs the blocks of one multiprocessor, alternating between up to `resident` blocks. When a block ends, the next
/// block starts.
void Tracer::Impl::run(const simt::RecordedLaunch& info, const std::vector<std::int64_t>& list, int resident,
                       StepSink& sink) {
    simt::Findings found;
    std::vector<std::unique_ptr<simt::SteppedBlock>> places(std::min(static_cast<std::size_t>(resident), list.size()));
    const std::uint64_t seed = options.lane_order_seed;
    std::vector<std::int64_t> order = list;
    if (seed != 0) {
        const auto order_of =
            simt::random_order(static_cast<std::int64_t>(list.size()), seed + static_cast<std::uint64_t>(list.front()));
        for (std::size_t i = 0; i < order.size(); ++i) order[i] = list[order_of[i]];
    }
    std::size_t next = 0;
    const auto start = [&](simt::SteppedBlock& block) {
        block.begin(order[next++], seed);
        sink.begin_block(block.number(), block.warps());
    };
    for (auto& place : places) {
        place = info.make_block(table, found);
        start(*place);
    }
    std::vector<bool> is_running(places.size(), true);
    for (std::size_t running = places.size(); running > 0;)
        for (std::size_t p = 0; p < places.size(); ++p) {
            if (!is_running[p]) continue;
            simt::SteppedBlock& block = *places[p];
            if (block.advance(sink)) continue;
            sink.end_block(block.number());
            if (next < order.size()) {
                start(block);
            } else {
                is_running[p] = false;
                --running;
            }
        }
    const std::lock_guard lock(mutex);
    for (const auto& place : places) lane_accesses += place->lane_accesses();
    found_in_all.add(found, next_launch - 1);
}

bool Tracer::record(const simt::RecordedLaunch& info, std::int64_t count, const simt::RunBlocks& untraced) {
    const TraceOptions& options = impl_->options;
    TraceSink& sink = impl_->trace_sink;
    const std::vector<std::int64_t> traced = impl_->choose(count, info.block_size);
    impl_->table.begin_launch();
    sink.begin_launch(
        {impl_->next_launch++, info.kernel, count, info.block_size, info.turns_ahead, info.has_waits, info.registers},
        traced);

    const int multiprocessors = std::max(1, options.multiprocessors);
    const int resident = std::max(1, options.resident_blocks ? options.resident_blocks(info.block_size) : 1);
    struct Share {
        StepSink* sink = nullptr;
        std::vector<std::int64_t> blocks;
    };
    std::vector<Share> shares(
        static_cast<std::size_t>(std::min<std::int64_t>(multiprocessors, std::max<std::int64_t>(count, 1))));
    for (const std::int64_t block : traced) shares[block % multiprocessors].blocks.push_back(block);
    for (std::size_t m = 0; m < shares.size(); ++m)
        if (!shares[m].blocks.empty()) shares[m].sink = &sink.multiprocessor(static_cast<int>(m));
    std::erase_if(shares, [](const Share& share) { return share.blocks.empty(); });

    const auto run_others = [&](const auto& run_traced) { // executes the untraced blocks between the traced ones
        std::int64_t from = 0;
        const auto run_gap = [&](std::int64_t to) {
            if (options.runs_untraced && from < to) untraced(from, to);
            from = to + 1;
        };
        for (const std::int64_t block : traced) {
            run_gap(block);
            run_traced(block);
        }
        run_gap(count);
    };
    const bool depends_on_order = info.is_in_order || info.has_waits;
    if (options.schedule != BlockSchedule::ascending && depends_on_order &&
        static_cast<std::int64_t>(traced.size()) == count) {
        impl_->run_in_schedule(info, count);
    } else if (info.waits || options.is_in_order) { // blocks run one after another, on alternating multiprocessors
        run_others([&](std::int64_t block) {
            impl_->run(info, {block}, 1, sink.multiprocessor(static_cast<int>(block % multiprocessors)));
        });
    } else {
        parallel_blocks(
            static_cast<std::int64_t>(shares.size()),
            [&](std::int64_t first, std::int64_t last) {
                for (std::int64_t m = first; m < last; ++m)
                    impl_->run(info, shares[m].blocks, resident, *shares[m].sink);
            },
            info.is_in_order ? 1 : options.host_threads);
        run_others([](std::int64_t) {});
    }
    impl_->blocks += count;
    impl_->traced_blocks += static_cast<std::int64_t>(traced.size());
    impl_->findings = impl_->found_in_all.list();
    sink.end_launch(impl_->table.shared_bytes());
    return static_cast<std::int64_t>(traced.size()) == count;
}

Tracer::Tracer(TraceOptions options, TraceSink& sink) : impl_(std::make_unique<Impl>(std::move(options), sink)) {}
Tracer::~Tracer() = default;

const simt::RecordingRules& Tracer::rules() const { return impl_->options; }
const CardLimits* Tracer::limits() const { return impl_->options.limits ? &*impl_->options.limits : nullptr; }
simt::SiteTable& Tracer::table() { return impl_->table; }
void Tracer::begin_call() { impl_->next_launch = 0; }
bool Tracer::begin_preparation() {
    impl_->is_preparing = true;
    return impl_->traces_preparation;
}
void Tracer::end_preparation() { impl_->is_preparing = false; }
void Tracer::trace_preparation(bool is_traced) { impl_->traces_preparation = is_traced; }
bool Tracer::is_preparing() const { return impl_->is_preparing; }

void Tracer::add(const simt::Findings& found) {
    const std::lock_guard lock(impl_->mutex);
    impl_->found_in_all.add(found, impl_->next_launch - 1);
    impl_->findings = impl_->found_in_all.list();
}
void Tracer::add_same_values(const simt::Findings& found) {
    const std::lock_guard lock(impl_->mutex);
    impl_->same.add(found, impl_->next_launch - 1);
    impl_->same_values = impl_->same.list();
}

const std::vector<TracedArray>& Tracer::arrays() const { return impl_->table.arrays(); }
const std::vector<Site>& Tracer::sites() const { return impl_->table.sites(); }
const std::vector<Finding>& Tracer::findings() const { return impl_->findings; }
const std::vector<Finding>& Tracer::same_values() const { return impl_->same_values; }
std::int64_t Tracer::lane_accesses() const { return impl_->lane_accesses; }
double Tracer::traced_share() const {
    return impl_->blocks == 0 ? 1.0 : static_cast<double>(impl_->traced_blocks) / static_cast<double>(impl_->blocks);
}

} // namespace warploom::simulated
