#include "engine/simt/block.h"

#include <algorithm>
#include <bit>
#include <cstring>

// What a block does to global memory: races of its threads, what other blocks will be compared with, and what is read
// before it was written.

namespace warploom::simt {

/// Whether two lanes of the last store write the same, so that it does not matter which is first.
bool Block::gives_same(const Warp& warp, std::size_t a, std::size_t b) const {
    const Access& access = last_access();
    const std::size_t each = static_cast<std::size_t>(access.bytes / access.numbers) > 4 ? 8 : 4;
    for (int n = 0; n < access.numbers; ++n) {
        const std::byte* const lanes =
            warp.frame + access.value * register_bytes + static_cast<std::size_t>(n) * each * lanes_of_a_warp;
        if (std::memcmp(lanes + a * each, lanes + b * each, each) != 0) return false;
    }
    return true;
}

const Access& Block::last_access() const {
    return plan_.code->accesses[plan_.code->instructions[machine_.told().pc].a];
}

/// Elements of an array that held nothing when run began.
void Block::note_first_writes(const Warp& warp, const Object& object, const std::int64_t* element) {
    const Machine::Told& told = machine_.told();
    const Access& access = last_access();
    const std::int64_t count = elements_at_once(object);
    const bool is_atomic = told.access == simulated::Access::atomic;
    const bool reads = told.access == simulated::Access::load ||
                       (is_atomic && (access.atomic != AtomicKind::exchange || access.result != no_register));
    const FirstWrites::Step step{element, step_.active, count, around_.block};
    if (reads) object.first_writes->read(step, told.pc, warp.number * lanes_of_a_warp);
    if (told.access != simulated::Access::load) object.first_writes->write(step, plan_.is_alone);
}

/// An atomic operation, by which blocks, and warps of a block, may learn who is before them.
void Block::note_order(const Warp& warp, const std::int64_t* element) {
    const bool learns = last_access().result != no_register;
    for (std::uint32_t lanes = step_.active; lanes != 0; lanes &= lanes - 1) {
        const std::int64_t at = element[std::countr_zero(lanes)];
        plan_.order->atomic(around_.block, machine_.told().object, at, warp.has_fenced, learns);
        warp_order_->atomic(warp.number, machine_.told().object, at, warp.has_fenced, learns);
    }
}

/// Leaves what other blocks will be compared with. Returns where the shadows remember the elements.
const std::int64_t* Block::mark_for_others(const Warp& warp, const std::int64_t* element) {
    const Machine::Told& told = machine_.told();
    const std::int64_t* place = element;
    const Arrangement arrangement = plan_.shadow->arrangement(told.object, element, step_.active);
    if (arrangement.shift != 0) {
        for (std::size_t l = 0; l < placed_.size(); ++l) placed_[l] = arrangement.place_of(element[l]);
        place = placed_.data();
    }
    const auto use = told.access == simulated::Access::load    ? LaunchShadow::Use::read
                     : told.access == simulated::Access::store ? LaunchShadow::Use::write
                                                               : LaunchShadow::Use::atomic;
    plan_.shadow->mark(told.object, place, step_.active, use, {around_.block, told.pc, warp.number * lanes_of_a_warp});
    return place;
}

void Block::check_global(Warp& warp) {
    const Machine::Told& told = machine_.told();
    const Object& object = around_.objects[told.object];
    if (!object.may_change) return;
    if (object.first_writes != nullptr) note_first_writes(warp, object, touched(object, 0));
    const std::int64_t count = elements_at_once(object);
    bool is_fine = true;
    for (std::int64_t nth = 0; nth < count; ++nth) {
        const std::int64_t* const element = touched(object, nth);
        if (plan_.order != nullptr && told.access == simulated::Access::atomic) note_order(warp, element);
        const std::int64_t* const place = plan_.shadow != nullptr ? mark_for_others(warp, element) : element;
        is_fine = is_fine && is_global_fine(warp, object, element, place);
    }
    if (told.access == simulated::Access::store) warp.has_fenced = false;
}

/// Threads of the block at one element of global memory, one of them writing, with nothing that orders them.
bool Block::is_global_fine(const Warp& warp, const Object& object, const std::int64_t* element,
                           const std::int64_t* place) {
    const Machine::Told& told = machine_.told();
    const bool is_store = told.access == simulated::Access::store, is_atomic = told.access == simulated::Access::atomic;
    std::uint32_t race = 0;
    int other = -1;
    const GlobalShadow::Touch touch{{meetings_, warp.meetings}, is_store || is_atomic, is_atomic};
    const int first_thread = warp.number * lanes_of_a_warp;
    const auto is_harmless = [&](std::size_t lane, const GlobalShadow::Verdict& verdict) {
        // `old = y[i]` before atomicCAS is a guess, which that operation checks.
        const bool is_read_beside_atomic =
            verdict.other_reads ? is_atomic : !is_store && !is_atomic && verdict.other_atomic;
        if (is_read_beside_atomic && plan_.code->has_guesses) return true;
        const auto other_lane = static_cast<std::size_t>(verdict.other % lanes_of_a_warp);
        const int other_warp = verdict.other / lanes_of_a_warp;
        if (other_warp != warp.number) return warp_order_ != nullptr && warp_order_->is_before(other_warp, warp.number);
        const bool is_same_step =
            is_store && (step_.active >> other_lane & 1u) != 0 && element[other_lane] == element[lane];
        if (!is_same_step) return !around_.manners.lanes_drift;
        // Lanes in step have all read before one writes: of two sums one is lost, even where both are the same.
        const bool loses_one = around_.manners.lanes_drift ? verdict.other_reads : last_access().is_update;
        return !loses_one && gives_same(warp, lane, other_lane);
    };
    const auto note = [&](int lane, const GlobalShadow::Verdict& verdict) {
        if (is_harmless(static_cast<std::size_t>(lane), verdict)) return;
        race |= 1u << lane;
        if (other < 0) other = verdict.other;
    };
    global_->touch(told.object, place, step_.active, first_thread, touch, note);
    if (race == 0) return true;
    const bool is_one = std::popcount(race) == 1;
    auto finding = machine_.finding_at(simulated::Finding::Kind::global_race, warp, race, told.pc);
    finding.sentence +=
        std::string(is_one ? " touches" : " touch") + " element " + std::to_string(element[std::countr_zero(race)]) +
        " of " + object.name + (is_one ? "" : " and others") + ", and so does lane " +
        std::to_string(other % lanes_of_a_warp) + " of warp " + std::to_string(other / lanes_of_a_warp) +
        "; one of them writes, and nothing says who is first. Use an atomic operation, or a barrier.";
    around_.findings->add(std::move(finding));
    return false;
}

} // namespace warploom::simt
