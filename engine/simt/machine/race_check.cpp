#include "engine/simt/machine/race_check.h"

#include "engine/sentence.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/language/headers.h"

#include <bit>
#include <cstring>
#include <numeric>

namespace warploom::simt {

namespace {

constexpr std::int64_t most_bytes = 16; ///< size of the largest built-in vector

} // namespace

RaceCheck::RaceCheck(const LaunchPlan& plan, ExecutionContext& around, Machine& machine)
    : plan_(plan), around_(around), machine_(machine), shadows_(plan.code->shared.size()),
      grains_(shadows_.size(), most_bytes), ends_(*plan.code, plan.warps()), global_(plan.spare->take()) {
    const auto warps = static_cast<std::size_t>(plan.warps());
    lane_orders_.resize(warps);
    if (plan.code->has_async_copies) copies_.emplace();
    if (plan.code->waits) find_awaited_objects();
    if (plan.order != nullptr) flags_.emplace(*plan.order, warps, !plan.traits.lanes_drift);
    for (std::size_t s = 0; s < shadows_.size(); ++s) around_.objects[plan.objects.size() + s].shadow = &shadows_[s];
    arrangements_.assign(plan.objects.size(), Arrangement{-1, 0});
    if (plan.order == nullptr && !plan.code->waits && plan.same_values == nullptr)
        even_.emplace(plan.objects.size(), *global_);
}
RaceCheck::~RaceCheck() { plan_.spare->give_back(std::move(global_)); }

void RaceCheck::begin_block(std::vector<Warp>& warps) {
    meetings_ = 1;
    global_->clear();
    if (even_) even_->begin();
    if (flags_) flags_->begin(around_.block);
    if (copies_) copies_->begin(warps.size() * lanes_of_a_warp);
    runs_.clear();
    if (plan_.guesses != nullptr) plain_reads_.assign(warps.size() * lanes_of_a_warp, {});
    for (std::size_t s = 0; s < shadows_.size(); ++s) {
        Object& object = around_.objects[plan_.objects.size() + s];
        // An array of bytes usually stores larger elements. Tracking each byte separately would take many times as long.
        if (object.element_bytes == 1 && !flags_) object.grain = grains_[s];
        shadows_[s].clear((object.bytes + object.grain - 1) / object.grain);
    }
    for (Warp& warp : warps) {
        warp.order = &lane_orders_[static_cast<std::size_t>(warp.number)];
        warp.order->meet_all();
        warp.flags = flags_ ? &*flags_ : nullptr;
        warp.copies = copies_ ? &*copies_ : nullptr;
    }
}

void RaceCheck::access(const AccessEvent& event) {
    event_ = &event;
    step_ = &event.step;
    if (copies_) finish_copies();
    if (event.object.is_shared) check_shared(event.warp, event.object);
    else check_global(event.warp, event.object);
}

void RaceCheck::barrier(const std::vector<Warp>& warps) {
    if (copies_) finish_copies();
    if (flags_) {
        std::vector<std::uint32_t> epochs;
        for (const Warp& warp : warps) epochs.push_back(warp.meetings);
        flags_->meet_all(std::move(epochs));
    }
    ++meetings_;
}

void RaceCheck::end_block() { give_runs(); }

namespace {

constexpr int half_warp = lanes_of_a_warp / 2;

/// For each of `count` consecutive elements, a mask of the lanes that read it if lane l reads element l % count.
template <std::size_t count> struct NeighbourReaders {
    std::uint32_t lanes[count] = {};
    constexpr NeighbourReaders() {
        for (std::size_t l = 0; l < lanes_of_a_warp; ++l) lanes[l % count] |= 1u << l;
    }
};
constexpr NeighbourReaders<lanes_of_a_warp> by_one;
constexpr NeighbourReaders<half_warp> by_two;

/// Returns whether `count` consecutive lanes, starting at lane `first`, access consecutive elements.
bool are_neighbours(const std::int64_t* element, int first, int count) {
    std::int64_t differ = 0;
    for (int l = 0; l < count; ++l) differ |= element[first + l] ^ (element[first] + l);
    return differ == 0;
}
bool are_same(const std::int64_t* element, int first) {
    std::int64_t differ = 0;
    for (int l = 0; l < half_warp; ++l) differ |= element[first + l] ^ element[first];
    return differ == 0;
}

} // namespace

/// Records reads of shared memory that cannot be errors, and returns the remaining lanes. Lanes that read consecutive
/// elements are recorded together. The same applies to adjacent lanes that read the same element, which is common in 16
/// x 16 tiles.
std::uint32_t RaceCheck::read_unnoticed(const Warp& warp, SharedShadow& shadow, const std::int64_t* element) const {
    const SharedShadow::When when = this->when(warp);
    // With flags or partial barriers, the last read of each lane must be recorded individually.
    if (when.lanes != nullptr || flags_) return step_->active;
    const auto read = [&](std::int64_t first, const auto& lanes) {
        return shadow.read_unnoticed(first, warp.number, lanes, when);
    };
    std::uint32_t left = 0;
    const auto read_one = [&](std::int64_t here, std::uint32_t readers) {
        const std::uint32_t lanes[] = {readers};
        if (!read(here, lanes)) left |= readers;
    };
    if (step_->active == ~0u) {
        const std::int64_t *const other = element + half_warp, last = element[half_warp - 1];
        if (last == element[0] && are_same(element, 0) && are_same(element, half_warp)) {
            if (other[0] == element[0]) {
                read_one(element[0], ~0u);
            } else {
                read_one(element[0], 0xffffu);
                read_one(other[0], 0xffff0000u);
            }
            return left;
        }
        if (last == element[0] + half_warp - 1 && are_neighbours(element, 0, half_warp)) {
            if (other[0] == element[0] && are_neighbours(element, half_warp, half_warp) &&
                read(element[0], by_two.lanes))
                return 0;
            if (are_neighbours(element, 0, lanes_of_a_warp) && read(element[0], by_one.lanes)) return 0;
        }
    }
    for (std::uint32_t rest = step_->active; rest != 0;) {
        int lane = std::countr_zero(rest);
        const std::int64_t here = element[lane];
        std::uint32_t readers = 0;
        do readers |= 1u << lane++;
        while (lane < lanes_of_a_warp && (rest >> lane & 1u) != 0 && element[lane] == here);
        read_one(here, readers);
        rest &= ~readers;
    }
    return left;
}

/// Checks an access to shared memory for races and uninitialized reads. A float4 has four elements, but only the first
/// error is reported. If an access covers only a part of an element, such as an int in an array of double or a member
/// of a struct, other threads can access the other parts. From then on, parts of elements are tracked separately.
void RaceCheck::check_shared(const Warp& warp, Object& object) {
    note_race_end(warp);
    if (const std::int64_t grain = std::gcd(object.grain, std::int64_t{last_access().bytes}); grain != object.grain) {
        object.shadow->split(object.grain / grain);
        std::int64_t& known = grains_[machine_.last().object - plan_.objects.size()];
        known = std::gcd(known, grain);
        for (LaneOrder& order : lane_orders_) order.forget_reads();
        object.grain = grain;
    }
    if (copies_) check_copies(warp, object);
    const std::int64_t count = event_->pieces(object.grain);
    bool is_fine = true;
    for (std::int64_t nth = 0; nth < count; ++nth)
        is_fine = is_shared_fine(warp, object, event_->piece(object.grain, nth, scaled_), is_fine) && is_fine;
    if (flags_) note_flags(warp, step_->index.data());
}

bool RaceCheck::is_shared_fine(const Warp& warp, const Object& object, const std::int64_t* element, bool tells) {
    const LastAccess& last = machine_.last();
    std::uint32_t unwritten = 0, race = 0, apart = 0, same = 0;
    RaceEnds::End other{-1, RaceEnds::Use::write}, neighbour = other;
    const SharedShadow::When when = this->when(warp);
    std::uint32_t left = step_->active;
    const bool is_flag = is_flag_access(), loads = last.access == Access::load;
    if (loads && !is_flag) left = read_unnoticed(warp, *object.shadow, element);
    for (; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        const int thread = warp.number * lanes_of_a_warp + static_cast<int>(lane);
        const bool is_atomic = is_flag || last.access == Access::atomic;
        if (!loads && !is_atomic && object.shadow->write_unnoticed(element[lane], thread, when)) continue;
        const auto verdict = !loads    ? object.shadow->write(element[lane], thread, when, is_atomic)
                             : is_flag ? object.shadow->look(element[lane], thread, when)
                                       : object.shadow->read(element[lane], thread, when);
        if (verdict.is_unwritten && last.access != Access::store) unwritten |= 1u << lane;
        if (!verdict.is_race || (loads && is_flag && verdict.other_atomic)) continue;
        if (flags_ && !is_flag && is_ordered(warp, thread, element[lane], verdict)) continue;
        if (writes_same(warp, lane, element, verdict)) {
            same |= 1u << lane;
            continue;
        }
        const auto other_lane = static_cast<std::size_t>(verdict.other % lanes_of_a_warp);
        const bool is_same_step = last.access != Access::load && (step_->active >> other_lane & 1u) != 0 &&
                                  element[other_lane] == element[lane];
        if (verdict.other / lanes_of_a_warp == warp.number && !is_same_step) {
            apart |= 1u << lane;
            if (neighbour.thread < 0) neighbour = end_of(verdict);
        } else {
            race |= 1u << lane;
            if (other.thread < 0) other = end_of(verdict);
        }
    }
    if (flags_ && !is_flag) note_reads(warp, element);
    if (same != 0) note_same_value(warp, same, object, element);
    if ((unwritten | race | apart) == 0) return true;
    if (!tells) return false;
    const auto element_of = [&](std::uint32_t lanes) {
        return element[std::countr_zero(lanes)] * object.grain / object.element_bytes;
    };
    if (unwritten != 0 && plan_.policy.checks.initialization)
        machine_.reports().report(Finding::Kind::unwritten_shared, warp, unwritten, place_of_last(), [&] {
            return sentence(
                "Read of uninitialized shared memory: element {element} of {array}{count: has| and others "
                "have} not been written by any thread.",
                {{"element", element_of(unwritten)}, {"array", object.name}, {"count", std::popcount(unwritten)}});
        });
    race = without_end(race, warp, other);
    apart = without_end(apart, warp, neighbour);
    if (race != 0)
        report_race(Finding::Kind::shared_race, warp, race, [&] {
            return ends_.race(last.pc, last.object, other, interval())
                .message(RaceEnds::Order::barrier, object.name, element_of(race), std::popcount(race));
        });
    if (apart != 0 && around_.traits.lanes_drift)
        report_race(Finding::Kind::missing_syncwarp, warp, apart, [&] {
            return ends_.race(last.pc, last.object, neighbour, interval())
                .message(RaceEnds::Order::syncwarp, object.name, element_of(apart), std::popcount(apart));
        });
    return false;
}

void RaceCheck::note_race_end(const Warp& warp) {
    const LastAccess& last = machine_.last();
    ends_.note(last.pc, last.object, warp.number, step_->active, interval());
}

bool RaceCheck::is_ordered(const Warp& warp, int thread, std::int64_t element,
                           const SharedShadow::Verdict& verdict) const {
    const std::uint64_t number = FlagOrder::element_number(machine_.last().object, element);
    const auto flag = verdict.is_writer_atomic ? std::optional(number) : std::nullopt;
    const bool is_after_write = verdict.writer < 0 ||
                                flags_->is_before(around_.block, verdict.writer, verdict.writer_epoch, thread, flag) ||
                                (flag && flags_->are_changes_before(number, thread));
    return is_after_write &&
           (!verdict.other_reads || flags_->are_reads_before(number, thread, warp.meetings, *warp.order));
}

/// Records the threads that have read an element of global memory since its last write. If the element is written
/// later, these reads race with the write unless flags order the write after them.
void RaceCheck::note_reads(const Warp& warp, const std::int64_t* element) {
    const LastAccess& last = machine_.last();
    for (std::uint32_t lanes = step_->active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::uint64_t number = FlagOrder::element_number(last.object, element[lane]);
        if (last.access != Access::load) flags_->forget_reads(number);
        else flags_->read(number, warp.number * lanes_of_a_warp + lane, warp.meetings);
    }
}

/// Records writes and reads of flags. A write that does not change the flag publishes nothing, because waiting threads
/// cannot observe the write.
void RaceCheck::note_flags(const Warp& warp, const std::int64_t* element) {
    const LastAccess& last = machine_.last();
    const bool is_atomic = last.access == Access::atomic, loads = last.access == Access::load;
    if (!is_atomic && !is_flag_access()) return;
    const bool looks = loads || (is_atomic && last_access().result != no_register);
    const bool is_shared = around_.objects[last.object].is_shared;
    // Lanes that read the same flag acquire the same writes, so their reads are recorded together. Writes are recorded
    // separately for each lane.
    for (std::uint32_t lanes = step_->active; lanes != 0;) {
        const int lane = std::countr_zero(lanes);
        std::uint32_t same = lanes & -lanes;
        if (loads)
            for (std::uint32_t rest = lanes & (lanes - 1); rest != 0; rest &= rest - 1)
                if (element[std::countr_zero(rest)] == element[lane]) same |= rest & -rest;
        lanes &= ~same;
        const std::uint64_t flag = FlagOrder::element_number(last.object, element[lane]);
        if (looks) flags_->look(warp.number, same, flag, is_atomic);
        if (!loads)
            flags_->change(warp.number * lanes_of_a_warp + lane, flag, warp.meetings,
                           is_atomic && last_access().result != no_register);
        if (!loads && (last.unchanged >> lane & 1u) == 0)
            flags_->set(warp.number * lanes_of_a_warp + lane, flag, is_atomic, is_shared);
    }
}

/// Reports accesses to the destination of a pending asynchronous copy, and records the copies that the last instruction
/// started.
void RaceCheck::check_copies(const Warp& warp, const Object& object) {
    const LastAccess& last = machine_.last();
    const MemoryAccess& access = last_access();
    std::uint32_t early = 0;
    for (std::uint32_t lanes = step_->active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::int64_t first = step_->index[static_cast<std::size_t>(lane)] * access.bytes;
        if (copies_->are_under_way() && copies_->is_under_way(last.object, first, access.bytes)) early |= 1u << lane;
    }
    if (early != 0) {
        const std::int64_t first = step_->index[static_cast<std::size_t>(std::countr_zero(early))] * access.bytes;
        report_race(Finding::Kind::shared_race, warp, early, [&] {
            return sentence(
                "Data race on element {element} of {array}{count:| and others}: a __pipeline_memcpy_async "
                "to it may still be in progress. Call __pipeline_commit() and __pipeline_wait_prior() "
                "first, and then __syncthreads() if another thread started the copy.",
                {{"element", first / object.element_bytes}, {"array", object.name}, {"count", std::popcount(early)}});
        });
    }
    if (!access.is_async) return;
    for (std::uint32_t lanes = step_->active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::int64_t first = step_->index[static_cast<std::size_t>(lane)] * access.bytes;
        copies_->copy({last.object, first, access.bytes, warp.number * lanes_of_a_warp + lane, 0});
    }
}

/// Records completed asynchronous copies as writes by the waiting threads, at the time of the wait.
void RaceCheck::finish_copies() {
    for (const AsyncCopies::Copy& copy : copies_->take_completed()) {
        const Object& object = around_.objects[copy.object];
        for (std::int64_t byte = copy.first; byte < copy.first + copy.bytes; byte += object.grain)
            object.shadow->write(byte / object.grain, copy.thread, {meetings_, copy.epoch}, false);
    }
}

} // namespace warploom::simt
