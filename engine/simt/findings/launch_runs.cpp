#include "engine/simt/findings/launch_shadow.h"

#include "engine/simt/code/lane_functions.h"

#include <algorithm>
#include <numeric>

// Detects races between accesses that are recorded as runs, that is, ranges of adjacent elements. A written run usually
// does not overlap runs of other blocks, so individual elements need no records. If it does, all runs in the same array
// are converted to records of individual elements. The result does not depend on the order of accesses.

namespace warploom::simt {

bool LaunchShadow::takes_runs(std::size_t object) const {
    if (has_atomics_) return false;
    const Array* const array = arrays_[object].get();
    return array != nullptr && array->marked.load(std::memory_order_relaxed) != launch_;
}

void LaunchShadow::take(const std::vector<Run>& runs) {
    const std::lock_guard lock(taking_);
    for (const Run& run : runs) {
        Array& array = *arrays_[run.object];
        array.runs.push_back({run.place, run.count, number_of(run.first), run.use});
        // Many short runs would need more memory than records of individual elements.
        constexpr std::size_t few = 256, elements_for_each = 16;
        if (array.runs.size() > few + static_cast<std::size_t>(array.size) / elements_for_each) begin_marks(array);
    }
}

/// Returns whether the runs of two different blocks overlap and at least one of them is a write. Sorts the runs by
/// their first element.
bool LaunchShadow::may_race(std::vector<KeptRun>& runs) const {
    const auto writes = [](const KeptRun& run) { return run.use == Use::write; };
    if (std::none_of(runs.begin(), runs.end(), writes)) return false;
    std::sort(runs.begin(), runs.end(), [](const KeptRun& a, const KeptRun& b) { return a.place < b.place; });
    struct Reach {
        std::int64_t end = 0;
        std::uint64_t block = 0;
        bool meets(const KeptRun& run, std::uint64_t by) const { return end > run.place && block != by; }
        void include(std::int64_t to, std::uint64_t by) {
            if (to > end) *this = {to, by};
        }
    };
    // Overlapping writes found here belong to the same block, because the function would have returned otherwise. For
    // reads, also track which run of another block extends the farthest.
    Reach written, touched, touched_by_others;
    for (const KeptRun& run : runs) {
        const std::uint64_t by = run.touch >> (fields_.pc_bits + fields_.thread_bits);
        const std::int64_t end = run.place + run.count;
        if (written.meets(run, by)) return true;
        if (writes(run)) {
            if (touched.meets(run, by) || touched_by_others.meets(run, by)) return true;
            written.include(end, by);
            continue;
        }
        if (by == touched.block) {
            touched.include(end, by);
        } else if (end > touched.end) {
            touched_by_others = touched;
            touched = {end, by};
        } else {
            touched_by_others.include(end, by);
        }
    }
    return false;
}

void LaunchShadow::mark_runs(std::size_t object) {
    for (const KeptRun& run : arrays_[object]->runs)
        for (std::int64_t done = 0; done < run.count; done += lanes_of_a_warp) {
            std::int64_t places[lanes_of_a_warp];
            std::iota(places, places + lanes_of_a_warp, run.place + done);
            const std::int64_t left = run.count - done;
            Touch first = touch_of(run.touch);
            first.thread += static_cast<int>(done);
            mark(object, places, left >= lanes_of_a_warp ? whole_warp : (1u << left) - 1u, run.use, first);
        }
}

} // namespace warploom::simt
