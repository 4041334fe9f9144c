#include "ui/pages/warp/comparison/joined_warps.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <map>
#include <utility>

namespace warploom::ui {

namespace {

WarpChoice placeOfWarp(const protocol::WarpDocument& trace) { return {trace.launch, trace.block_index, trace.warp}; }

/// Merges the source locations and arrays of several warps, and maps each warp's indices to the merged lists.
class Joiner {
public:
    explicit Joiner(const protocol::WarpDocument& first) : joined_(first) {
        joined_.steps.clear();
        joined_.written_rows.reset();
        joined_.all_steps.reset();
    }

    void add(const protocol::WarpDocument& warp) {
        std::vector<int> array_at, site_at;
        for (const protocol::Array& array : warp.arrays) array_at.push_back(arrayLike(array));
        for (const protocol::WarpSite& site : warp.sites) site_at.push_back(siteLike(site, array_at));
        for (const protocol::WarpSource& source : warp.sources)
            if (joined_.source_of(source.file) == nullptr) joined_.sources.push_back(source);
        for (const protocol::WarpStep& step : warp.steps) {
            joined_.steps.push_back(step);
            joined_.steps.back().site = site_at[static_cast<std::size_t>(step.site)];
        }
        all_steps_ += warp.all_steps.value_or(warp.step_count());
        if (!warp.written_rows) return;
        const auto [first, last] = joined_.written_rows.value_or(*warp.written_rows);
        joined_.written_rows = {std::min(first, warp.written_rows->first), std::max(last, warp.written_rows->second)};
    }

    protocol::WarpDocument take() {
        if (all_steps_ > joined_.step_count()) joined_.all_steps = all_steps_;
        return std::move(joined_);
    }

private:
    /// Returns the index of the merged array that matches `array`. Shared memory arrays have the same addresses in all
    /// blocks, so they also use the same banks.
    int arrayLike(const protocol::Array& array) {
        const auto found =
            std::find_if(joined_.arrays.begin(), joined_.arrays.end(), [&](const protocol::Array& known) {
                return known.name == array.name && known.space == array.space && known.size == array.size &&
                       known.base == array.base;
            });
        const auto at = static_cast<int>(found - joined_.arrays.begin());
        if (found == joined_.arrays.end()) joined_.arrays.push_back(array);
        return at;
    }

    int siteLike(protocol::WarpSite site, const std::vector<int>& array_at) {
        if (site.array >= 0) site.array = array_at[static_cast<std::size_t>(site.array)];
        const auto found =
            std::find_if(joined_.sites.begin(), joined_.sites.end(), [&](const protocol::WarpSite& known) {
                return known.file == site.file && known.line == site.line && known.kernel_file == site.kernel_file &&
                       known.kernel_line == site.kernel_line && known.array == site.array &&
                       known.access == site.access && known.space == site.space && known.is_gather == site.is_gather;
            });
        const auto at = static_cast<int>(found - joined_.sites.begin());
        if (found == joined_.sites.end()) {
            joined_.sites.push_back(std::move(site));
            return at;
        }
        return at;
    }

    protocol::WarpDocument joined_;
    std::int64_t all_steps_ = 0;
};

} // namespace

std::size_t JoinedWarps::warpOf(int step) const {
    const auto next = std::upper_bound(first_steps.begin(), first_steps.end(), step);
    return static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, next - first_steps.begin() - 1));
}

JoinedWarps joinWarps(std::vector<WarpTraceHandle> warps) {
    std::stable_sort(warps.begin(), warps.end(), [](const WarpTraceHandle& a, const WarpTraceHandle& b) {
        return std::pair(a->block_index, a->warp) < std::pair(b->block_index, b->warp);
    });
    JoinedWarps joined;
    int steps = 0;
    for (const WarpTraceHandle& warp : warps) {
        joined.warps.push_back(placeOfWarp(*warp));
        joined.first_steps.push_back(steps);
        steps += warp->step_count();
    }
    if (warps.size() == 1) { // if there is only one trace, no merging is necessary
        joined.trace = warps.front();
        return joined;
    }
    Joiner joiner(*warps.front());
    for (const WarpTraceHandle& warp : warps) joiner.add(*warp);
    joined.trace = std::make_shared<const protocol::WarpDocument>(joiner.take());
    return joined;
}

bool readsNonzeros(const protocol::WarpDocument& trace) {
    return std::any_of(trace.steps.begin(), trace.steps.end(), [](const protocol::WarpStep& step) {
        return std::any_of(step.entry.begin(), step.entry.end(),
                           [](const protocol::MatrixEntry& entry) { return entry.row >= 0; });
    });
}

WorkDone workDone(const protocol::WarpDocument& trace, WorkDone::Unit unit) {
    WorkDone done;
    done.unit = unit;
    std::vector<std::int64_t> gain(trace.steps.size(), 0);
    if (unit == WorkDone::Unit::flops) {
        for (std::size_t s = 0; s < trace.steps.size(); ++s) gain[s] = trace.steps[s].flops;
    } else {
        // Maps each nonzero to the last step that reads it.
        std::map<std::pair<std::int64_t, std::int64_t>, std::size_t> last;
        for (std::size_t s = 0; s < trace.steps.size(); ++s)
            for (const protocol::MatrixEntry& entry : trace.steps[s].entry)
                if (entry.row >= 0) last[{entry.row, entry.col}] = s;
        for (const auto& [entry, step] : last) ++gain[step];
    }
    std::int64_t sum = 0;
    for (const std::int64_t each : gain) done.after.push_back(sum += each);
    return done;
}

ScoredTrace::ScoredTrace(std::shared_ptr<const WarpAnalysis> analysis, WorkDone::Unit unit)
    : analysis_(std::move(analysis)) {
    const protocol::WarpDocument& trace = analysis_->trace();
    const WorkDone work = workDone(trace, unit);
    WarpScore sum;
    for (int s = 0; s < trace.step_count(); ++s) {
        const StepCost& cost = analysis_->cost(s);
        ++sum.steps;
        sum.work = work.after[static_cast<std::size_t>(s)];
        sum.transactions += cost.transactions;
        sum.lanes += std::popcount(trace.steps[static_cast<std::size_t>(s)].active.bits);
        sum.bytes_fetched += cost.bytes_fetched;
        sum.bytes_used += cost.bytes_used;
        sum.bank_passes += cost.banks.passes;
        scores_.push_back(sum);
    }
}

Abreast::Abreast(const ScoredTrace& left, const ScoredTrace& right) {
    constexpr std::int64_t never = std::numeric_limits<std::int64_t>::max();
    const auto next = [](const ScoredTrace& trace, int step) {
        return step + 1 < trace.steps() ? trace.after(step + 1).work : never;
    };
    Tick now;
    while (now.left + 1 < left.steps() || now.right + 1 < right.steps()) {
        const std::int64_t left_next = next(left, now.left), right_next = next(right, now.right);
        now.left_moves = left_next <= right_next && now.left + 1 < left.steps();
        now.right_moves = right_next <= left_next && now.right + 1 < right.steps();
        now.left += now.left_moves ? 1 : 0;
        now.right += now.right_moves ? 1 : 0;
        ticks_.push_back(now);
    }
}

int Abreast::tickOfLeft(int step) const {
    const auto at = std::find_if(ticks_.begin(), ticks_.end(), [step](const Tick& tick) { return tick.left >= step; });
    return std::min(static_cast<int>(at - ticks_.begin()), std::max(0, ticks() - 1));
}

int Abreast::tickOfRight(int step) const {
    const auto at = std::find_if(ticks_.begin(), ticks_.end(), [step](const Tick& tick) { return tick.right >= step; });
    return std::min(static_cast<int>(at - ticks_.begin()), std::max(0, ticks() - 1));
}

} // namespace warploom::ui
