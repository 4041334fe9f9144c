#include "app/trace/trace_collector.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simulated/tracer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace warploom::app {

using namespace simulated;

/// Forwards the steps executed on one multiprocessor to the counter.
class TraceCollector::Follower final : public StepSink {
public:
    Follower(StepSink* counting, const std::vector<TracedArray>& arrays, const std::vector<Site>& sites,
             const std::string& result, const std::atomic<bool>* cancelled)
        : counting_(counting), arrays_(arrays), sites_(sites), result_(result), cancelled_(cancelled) {}

    void begin_block(std::int64_t block, int warps) override {
        if (counting_ == nullptr) return;
        open_.push_back({});
        open_.back().block = block;
        counting_->begin_block(block, warps);
    }

    void step(std::int64_t block, int warp, const WarpInstruction& step) override {
        // A simulated step takes well under a microsecond, so a check every 65,536 steps detects cancellation within
        // about 50 ms.
        if ((++steps_ & 0xffff) == 0 && cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed))
            throw Error("cancelled", sentence("The task was canceled."));
        if (counting_ == nullptr) return;
        TracedBlock& at = find(block);
        ++at.steps;
        at.lanes += std::popcount(step.active);
        if (writes_result(step.site)) note_rows(at, step);
        counting_->step(block, warp, step);
    }

    void end_block(std::int64_t block) override {
        if (counting_ == nullptr) return;
        counting_->end_block(block);
        const auto at = std::find_if(open_.begin(), open_.end(), [&](const auto& b) { return b.block == block; });
        done.push_back(*at);
        open_.erase(at);
        last_ = 0;
    }

    std::vector<TracedBlock> done;

private:
    TracedBlock& find(std::int64_t block) {
        if (last_ >= open_.size() || open_[last_].block != block)
            last_ = static_cast<std::size_t>(
                std::find_if(open_.begin(), open_.end(), [&](const auto& b) { return b.block == block; }) -
                open_.begin());
        return open_[last_];
    }

    bool writes_result(int site) {
        const auto number = static_cast<std::size_t>(site);
        if (number >= kinds_.size()) kinds_.resize(number + 1, Kind::unknown);
        if (kinds_[number] == Kind::unknown) {
            const Site& s = sites_[number];
            const bool is_write = s.space == Space::global && (s.access == Access::store || s.access == Access::atomic);
            kinds_[number] = is_write && s.array >= 0 && arrays_[s.array].name == result_ ? Kind::result : Kind::other;
        }
        return kinds_[number] == Kind::result;
    }

    static void note_rows(TracedBlock& at, const WarpInstruction& step) {
        for (std::uint32_t left = step.active; left != 0; left &= left - 1) {
            const std::int64_t row = step.index[static_cast<std::size_t>(std::countr_zero(left))];
            if (at.first_row < 0 || row < at.first_row) at.first_row = row;
            at.last_row = std::max(at.last_row, row);
        }
    }

    enum class Kind : char { unknown, result, other };
    StepSink* counting_; ///< counter that receives the steps; null during binding or if nothing is counted
    const std::vector<TracedArray>& arrays_;
    const std::vector<Site>& sites_;
    const std::string& result_;
    const std::atomic<bool>* cancelled_;
    std::vector<Kind> kinds_;
    std::vector<TracedBlock> open_; ///< blocks that are currently resident on the multiprocessor
    std::size_t last_ = 0;
    std::uint64_t steps_ = 0;
};

TraceCollector::TraceCollector(const Card& card, std::string result, bool counts, const std::atomic<bool>* cancelled)
    : card_(card), result_(std::move(result)), counts_(counts), cancelled_(cancelled) {}
TraceCollector::~TraceCollector() = default;

void TraceCollector::follow(Tracer& tracer) { tracer_ = &tracer; }

TraceCollector::Part* TraceCollector::part() {
    if (!tracer_->is_preparing()) return is_on_ ? &run_ : nullptr;
    return is_on_ ? nullptr : &preparation_; // ignore later calls to `prepare`, which repeat the same work
}

void TraceCollector::forget() {
    if (run_.counting != nullptr) run_.counting->take();
    run_.blocks.clear();
    run_.grid_blocks = run_.traced_blocks = 0;
}

void TraceCollector::begin_launch(const LaunchInfo& launch, const std::vector<std::int64_t>& traced_blocks) {
    if (cancelled_ != nullptr && cancelled_->load()) throw Error("cancelled", sentence("The task was canceled."));
    Part* const counted = part();
    if (counted == nullptr) return;
    const auto traced = static_cast<std::int64_t>(traced_blocks.size());
    counted->grid_blocks += launch.blocks;
    counted->traced_blocks += traced;
    if (!counts_) return;
    counted->blocks.emplace_back();
    if (counted->counting == nullptr) {
        const double share = launch.blocks > 0 ? static_cast<double>(traced) / static_cast<double>(launch.blocks) : 1.0;
        counted->counting = std::make_unique<CountingSink>(card_, tracer_->arrays(), tracer_->sites(), share);
    }
    LaunchInfo renumbered = launch; // renumber the launches, because those made during binding are not counted
    renumbered.number = static_cast<int>(counted->blocks.size()) - 1;
    counted->counting->begin_launch(renumbered, traced_blocks);
}

StepSink& TraceCollector::multiprocessor(int number) {
    const std::lock_guard lock(mutex_);
    StepSink* const counting = is_counting() ? &part()->counting->multiprocessor(number) : nullptr;
    followers_.push_back(
        std::make_unique<Follower>(counting, tracer_->arrays(), tracer_->sites(), result_, cancelled_));
    return *followers_.back();
}

void TraceCollector::end_launch(std::int64_t shared_bytes) {
    if (is_counting()) {
        part()->counting->end_launch(shared_bytes);
        std::vector<TracedBlock>& blocks = part()->blocks.back();
        for (const auto& follower : followers_)
            blocks.insert(blocks.end(), follower->done.begin(), follower->done.end());
        std::sort(blocks.begin(), blocks.end(),
                  [](const TracedBlock& a, const TracedBlock& b) { return a.block < b.block; });
    }
    followers_.clear();
}

namespace {

/// Discards the row ranges of the blocks unless they are contiguous. If a kernel permutes its rows, each block writes
/// scattered elements of y.
void keep_ranges_that_follow_each_other(std::vector<TracedBlock>& blocks) {
    std::int64_t pairs = 0, ascending = 0;
    const TracedBlock* before = nullptr;
    for (const TracedBlock& block : blocks) {
        if (block.first_row < 0) continue;
        if (before != nullptr) {
            ++pairs;
            ascending += before->last_row <= block.first_row;
        }
        before = &block;
    }
    if (10 * ascending >= 9 * pairs) return;
    for (TracedBlock& block : blocks) block.first_row = block.last_row = -1;
}

/// Totals over one half of a sample of blocks.
struct Half {
    double transactions = 0, steps = 0, lanes = 0;
    std::int64_t blocks = 0;
};

double difference(double a, double b) { return a == b ? 0 : std::abs(a - b) / (0.5 * (a + b)); }

/// Computes the largest relative difference between the two halves of a sample of blocks. A stratum consists of
/// consecutive blocks. The strata are assigned alternately to the two halves. Returns std::nullopt if all blocks of the
/// launches were traced.
std::optional<double> halves_differ(const std::vector<LaunchCounts>& launches,
                                    const std::vector<std::vector<TracedBlock>>& blocks) {
    Half halves[2];
    bool is_sampled = false;
    for (std::size_t l = 0; l < launches.size(); ++l) {
        const auto& counts = launches[l].blocks;
        if (static_cast<std::int64_t>(counts.size()) >= launches[l].launch.blocks) continue;
        is_sampled = true;
        std::size_t stratum = 0;
        for (std::size_t i = 0; i < counts.size(); ++i) {
            if (i > 0 && counts[i].block != counts[i - 1].block + 1) ++stratum;
            Half& half = halves[stratum % 2];
            half.transactions += counts[i].transactions + counts[i].gather_transactions;
            half.steps += static_cast<double>(blocks[l][i].steps);
            half.lanes += static_cast<double>(blocks[l][i].lanes);
            ++half.blocks;
        }
    }
    const auto& [odd, even] = halves;
    if (!is_sampled || odd.blocks == 0 || even.blocks == 0 || odd.steps == 0 || even.steps == 0) return std::nullopt;
    return std::max(difference(odd.transactions / static_cast<double>(odd.blocks),
                               even.transactions / static_cast<double>(even.blocks)),
                    difference(odd.lanes / odd.steps, even.lanes / even.steps));
}

} // namespace

void TraceCollector::give(Trace& trace) {
    if (run_.counting != nullptr) trace.launches = run_.counting->take();
    trace.blocks = std::move(run_.blocks);
    trace.grid_blocks = run_.grid_blocks;
    trace.traced_blocks = run_.traced_blocks;
    if (preparation_.counting != nullptr) trace.preparation.launches = preparation_.counting->take();
    trace.preparation.blocks = std::move(preparation_.blocks);
    trace.preparation.grid_blocks = preparation_.grid_blocks;
    trace.preparation.traced_blocks = preparation_.traced_blocks;
    trace.halves_differ = halves_differ(trace.launches, trace.blocks);
    for (auto& blocks : trace.blocks) keep_ranges_that_follow_each_other(blocks);
}

} // namespace warploom::app
