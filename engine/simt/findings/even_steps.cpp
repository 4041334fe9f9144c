#include "engine/simt/findings/even_steps.h"

#include "engine/simt/code/lane_functions.h"

#include <algorithm>
#include <bit>

namespace warploom::simt {

bool lie_evenly(const std::int64_t* elements, std::uint32_t lanes, int shift) {
    const int first = std::countr_zero(lanes);
    const auto from = static_cast<std::uint64_t>(elements[first]) - (static_cast<std::uint64_t>(first) << shift);
    const auto apart = [&](int l) {
        return static_cast<std::uint64_t>(elements[l]) ^ (from + (static_cast<std::uint64_t>(l) << shift));
    };
    // This check quickly rejects most steps with unevenly spaced elements.
    if (apart(lanes_of_a_warp - 1 - std::countl_zero(lanes)) != 0) return false;
    std::uint64_t differ = 0;
    if (lanes == whole_warp)
        for (int l = 0; l < lanes_of_a_warp; ++l) differ |= apart(l);
    else
        for (; lanes != 0; lanes &= lanes - 1) differ |= apart(std::countr_zero(lanes));
    return differ == 0;
}

void EvenSteps::begin() {
    noted_.clear();
    if (++block_ != 0) return;
    for (OfObject& each : objects_) each.block = 0;
    block_ = 1;
}

bool EvenSteps::is_apart(std::size_t object) { return of(object).is_apart; }

EvenSteps::OfObject& EvenSteps::of(std::size_t object) {
    OfObject& known = objects_[object];
    if (known.block != block_) {
        known.block = block_;
        known.is_apart = false;
        known.groups = 0;
    }
    return known;
}

/// Records a step. Returns false if two threads of the block may have accessed the same element and at least one of
/// them has written it.
bool EvenSteps::include(OfObject& known, const Step& step, bool is_write) {
    const std::int64_t distance = step.place - step.first_thread;
    const std::int64_t first = step.place + std::countr_zero(step.lanes);
    const std::int64_t last = step.place + lanes_of_a_warp - 1 - std::countl_zero(step.lanes);
    std::size_t g = 0;
    while (g < known.groups && known.group[g].distance != distance) ++g;
    Group& mine = known.group[g];
    if (g == known.groups) {
        if (g == most_groups || (g == 0 && std::popcount(step.lanes) < fewest_lanes)) return false;
        ++known.groups;
        mine = {distance, first, last, is_write};
    } else {
        if (mine.first <= first && last <= mine.last && (mine.is_written || !is_write)) return true;
        mine = {distance, std::min(first, mine.first), std::max(last, mine.last), mine.is_written || is_write};
    }
    for (std::size_t o = 0; o < known.groups; ++o) {
        const Group& other = known.group[o];
        if (o != g && other.first <= mine.last && mine.first <= other.last && (other.is_written || mine.is_written))
            return false;
    }
    return true;
}

bool EvenSteps::note(const Step& step, const GlobalShadow::Touch& touch) {
    if (of(step.object).is_apart) return false;
    if (noted_.size() == most_steps) {
        for (std::size_t n = 0; n < most_steps; ++n) fall_apart(noted_[n].step.object);
        noted_.clear();
    }
    if (OfObject& known = of(step.object); known.is_apart || !include(known, step, touch.is_write)) {
        fall_apart(step.object);
        return false;
    }
    noted_.push_back({step, touch});
    return true;
}

void EvenSteps::fall_apart(std::size_t object) {
    OfObject& known = of(object);
    if (known.is_apart) return;
    known.is_apart = true;
    if (known.groups == 0) return;
    for (const Noted& noted : noted_) {
        if (noted.step.object != object) continue;
        std::array<std::int64_t, lanes_of_a_warp> places;
        for (std::size_t l = 0; l < places.size(); ++l) places[l] = noted.step.place + static_cast<std::int64_t>(l);
        exact_.touch(object, places.data(), noted.step.lanes, noted.step.first_thread, noted.touch,
                     // Do not report races, because these steps were found not to race when they were recorded.
                     [](int, const GlobalShadow::Verdict&) {});
    }
}

} // namespace warploom::simt
