#include "engine/sentence.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/machine/race_check.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <optional>
#include <utility>

// Detects races in global memory between threads of a block, and records accesses to detect races with other blocks.

namespace warploom::simt {

/// Returns whether lanes `a` and `b` of the last store write the same value, in which case their order is irrelevant.
bool RaceCheck::gives_same(const Warp& warp, std::size_t a, std::size_t b) const {
    const MemoryAccess& access = last_access();
    const std::size_t each = static_cast<std::size_t>(access.bytes / access.numbers) > 4 ? 8 : 4;
    for (int n = 0; n < access.numbers; ++n) {
        const std::byte* const lanes =
            warp.frame + access.value * register_bytes + static_cast<std::size_t>(n) * each * lanes_of_a_warp;
        if (std::memcmp(lanes + a * each, lanes + b * each, each) != 0) return false;
    }
    return true;
}

/// Returns whether a lane writes the same value that another thread has already written to the element.
bool RaceCheck::writes_same(const Warp& warp, std::size_t lane, const std::int64_t* element,
                            const SharedShadow::Verdict& verdict) const {
    const LastAccess& latest = machine_.last();
    if (plan_.same_values == nullptr || latest.access != Access::store || verdict.other_reads || verdict.other_atomic)
        return false;
    const auto other = static_cast<std::size_t>(verdict.other % lanes_of_a_warp);
    const bool is_same_step = verdict.other / lanes_of_a_warp == warp.number && (step_->active >> other & 1u) != 0 &&
                              element[other] == element[lane];
    return is_same_step ? gives_same(warp, lane, other) : (latest.unchanged >> lane & 1u) != 0;
}

void RaceCheck::note_same_value(const Warp& warp, std::uint32_t lanes, const Object& object,
                                const std::int64_t* element) {
    const auto kind = object.is_shared ? Finding::Kind::shared_race : Finding::Kind::global_race;
    const SourceLocation place = place_of_last();
    if (plan_.same_values->count_again(kind, file_of(place, *plan_.file), place.line, around_.block) != nullptr) return;
    plan_.same_values->add(finding_at(
        kind, *plan_.code, *plan_.file, place, around_.block, warp.number, lanes,
        sentence("Several threads write the same value to element {element} of {array}{count:| and others} without "
                 "synchronization. The result does not depend on the order.",
                 {{"element", element[std::countr_zero(lanes)] * object.grain / object.element_bytes},
                  {"array", object.name},
                  {"count", std::popcount(lanes)}})));
}

LaunchShadow::Use RaceCheck::use_of_last() const {
    using Use = LaunchShadow::Use;
    switch (machine_.last().access) {
    case Access::load: return is_look_access() ? Use::look : Use::read;
    case Access::store: return is_flag_access() ? Use::atomic : Use::write;
    default: return Use::atomic;
    }
}

/// Records an access so that races with other blocks can be detected.
void RaceCheck::mark_for_others(const Warp& warp, const std::int64_t* element, const std::int64_t* place) {
    const LastAccess& latest = machine_.last();
    const LaunchShadow::Use use = use_of_last();
    const LaunchShadow::Touch first{around_.block, latest.pc, warp.number * lanes_of_a_warp, warp.meetings};
    std::uint32_t lanes = step_->active;
    if (plan_.same_values != nullptr && use == LaunchShadow::Use::write && latest.unchanged != 0)
        if (const std::uint32_t same =
                plan_.shadow->written_by_others(latest.object, place, lanes & latest.unchanged, first);
            same != 0) {
            note_same_value(warp, same, around_.objects[latest.object], element);
            lanes &= ~same;
        }
    plan_.shadow->mark(latest.object, place, lanes, use, first, flags_ ? &*flags_ : nullptr);
}

const Arrangement& RaceCheck::arrangement_of(const std::int64_t* element) {
    const std::size_t number = machine_.last().object;
    Arrangement& known = arrangements_[number];
    if (known.shift >= 0) return known;
    const Object& object = around_.objects[number];
    if (plan_.shadow != nullptr) known = plan_.shadow->arrangement(number, element, step_->active);
    else known = arrangement_for(object.bytes / object.grain, element, step_->active);
    return known;
}

const std::int64_t* RaceCheck::places(const Arrangement& arrangement, const std::int64_t* element) {
    if (arrangement.shift == 0) return element;
    for (std::size_t l = 0; l < placed_.size(); ++l) placed_[l] = arrangement.place_of(element[l]);
    return placed_.data();
}

RaceCheck::Left RaceCheck::note_evenly(const Warp& warp, const std::int64_t* element, const Arrangement& arrangement) {
    Left left;
    if (!even_) return left;
    const LastAccess& latest = machine_.last();
    const bool takes_runs = plan_.shadow != nullptr && plan_.shadow->takes_runs(latest.object);
    if (warp.order->is_partial()) even_->fall_apart(latest.object);
    if (even_->is_apart(latest.object) && !takes_runs) return left;
    const bool is_even = arrangement.shift == 0 && element == step_->index.data()
                             ? event_->are_neighbours
                             : lie_evenly(element, step_->active, arrangement.shift);
    if (!is_even) {
        even_->fall_apart(latest.object);
        return left;
    }
    const int lane = std::countr_zero(step_->active);
    const EvenSteps::Step step{latest.object, arrangement.place_of(element[lane]) - lane, step_->active,
                               warp.number * lanes_of_a_warp};
    const bool is_atomic = latest.access == Access::atomic;
    left.for_block = !even_->note(step, {when(warp), is_atomic || latest.access == Access::store, is_atomic});
    left.for_others = plan_.shadow != nullptr && !takes_runs;
    if (takes_runs) note_run(step);
    return left;
}

/// Records a step in which adjacent lanes access adjacent elements as a range. Usually, a warp extends the range of the
/// preceding warp.
void RaceCheck::note_run(const EvenSteps::Step& step) {
    const LastAccess& latest = machine_.last();
    for (std::uint32_t lanes = step.lanes; lanes != 0;) {
        const int lane = std::countr_zero(lanes), count = std::countr_one(lanes >> lane);
        lanes &= ~static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << lane);
        const std::int64_t place = step.place + lane;
        const int thread = step.first_thread + lane;
        if (!runs_.empty()) {
            LaunchShadow::Run& last = runs_.back();
            if (last.object == step.object && last.first.pc == latest.pc && last.place + last.count == place &&
                last.first.thread + last.count == thread) {
                last.count += count;
                continue;
            }
        }
        runs_.push_back({step.object, use_of_last(), place, count, {around_.block, latest.pc, thread}});
    }
    constexpr std::size_t many = 4096;
    if (runs_.size() >= many) give_runs();
}

void RaceCheck::give_runs() {
    if (!runs_.empty()) plan_.shadow->take(runs_);
    runs_.clear();
}

/// Determines which arrays contain flags. This is possible only if each waiting loop reads an element of a parameter of
/// the kernel or of a shared array, and not through a pointer variable.
void RaceCheck::find_awaited_objects() {
    const Code& code = *plan_.code;
    const auto points_to_array = [&](std::uint32_t unit) {
        return std::any_of(
                   code.parameters.begin(), code.parameters.end(),
                   [&](const ParameterCode& each) { return each.unit == unit && each.type->kind == Kind::pointer; }) ||
               std::any_of(code.shared.begin(), code.shared.end(),
                           [&](const SharedArray& each) { return each.pointer == unit; });
    };
    std::vector<bool> awaited(around_.objects.size());
    for (const MemoryAccess& access : code.accesses) {
        if (!access.is_awaited) continue;
        if (!points_to_array(access.pointer)) return;
        std::uint64_t pointer = 0;
        std::memcpy(&pointer, plan_.frame.data() + access.pointer * register_bytes, sizeof pointer);
        const std::size_t object = object_of(pointer);
        if (object >= awaited.size()) return;
        awaited[object] = true;
    }
    awaited_objects_ = std::move(awaited);
}

/// Returns whether the last access is volatile, and the kernel has threads that wait for other threads. Floating-point
/// numbers are not flags unless threads wait for them.
bool RaceCheck::may_access_flag() const {
    const MemoryAccess& access = last_access();
    return plan_.code->waits && access.is_volatile && (plan_.code->awaits_floats || !is_floating(access.kind));
}

/// Returns whether the last access may be to a flag. Volatile accesses to arrays without flags race like others, because
/// volatile does not order accesses to different addresses.
bool RaceCheck::is_flag_access() const {
    return may_access_flag() && (awaited_objects_.empty() || awaited_objects_[machine_.last().object]);
}

/// Returns whether the last access is a volatile load that may run concurrently with atomic operations. The loaded
/// value is valid regardless of their order.
bool RaceCheck::is_look_access() const {
    return last_access().is_volatile && machine_.last().access == Access::load &&
           (plan_.code->waits ? may_access_flag() : plan_.code->has_global_atomics);
}

void RaceCheck::note_guesses(const Warp& warp, const std::int64_t* element) {
    const LastAccess& latest = machine_.last();
    const bool is_look = is_look_access();
    if (latest.access == Access::store || (is_look && plan_.code->waits)) return;
    if (is_look) plan_.guesses->add_volatile(latest.pc);
    const AtomicKind kind = last_access().atomic;
    const bool is_atomic = latest.access == Access::atomic;
    if (is_atomic && (kind == AtomicKind::add || kind == AtomicKind::sub || kind == AtomicKind::wrap ||
                      kind == AtomicKind::wrap_down))
        return;
    for (std::uint32_t lanes = step_->active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        PlainReads& mine = plain_reads_[static_cast<std::size_t>(warp.number * lanes_of_a_warp + lane)];
        if (!is_atomic) {
            mine.reads[mine.next++ % mine.reads.size()] = {latest.object, element[lane], latest.pc};
            continue;
        }
        for (const PlainReads::Read& read : mine.reads)
            if (read.object == latest.object && read.element == element[lane])
                plan_.guesses->add(read.pc, latest.object);
    }
}

/// Returns the instruction of a thread's recent plain read of an element in the last accessed array. Returns
/// std::nullopt if there is no such read.
std::optional<std::uint32_t> RaceCheck::reader_of(int thread, std::int64_t element) const {
    for (const PlainReads::Read& read : plain_reads_[static_cast<std::size_t>(thread)].reads)
        if (read.object == machine_.last().object && read.element == element) return read.pc;
    return {};
}

void RaceCheck::check_global(const Warp& warp, const Object& object) {
    note_race_end(warp);
    const std::int64_t count = event_->pieces(object.grain);
    bool is_fine = true;
    for (std::int64_t nth = 0; nth < count; ++nth) {
        const std::int64_t* const element = event_->piece(object.grain, nth, scaled_);
        if (flags_) note_flags(warp, element);
        if (plan_.guesses != nullptr) note_guesses(warp, element);
        const Arrangement& arrangement = arrangement_of(element);
        const Left left = note_evenly(warp, element, arrangement);
        if (!left.for_block && !left.for_others) continue;
        const std::int64_t* const place = places(arrangement, element);
        if (left.for_others && plan_.shadow != nullptr) mark_for_others(warp, element, place);
        if (left.for_block) is_fine = is_fine && is_global_fine(warp, object, element, place);
        if (flags_ && !is_flag_access()) note_reads(warp, element);
    }
}

/// Checks a global access for races with other threads of the block. Two accesses race if they affect the same element
/// or the same part of an element, at least one is a write, and they are not synchronized. Returns true if there is no
/// race.
bool RaceCheck::is_global_fine(const Warp& warp, const Object& object, const std::int64_t* element,
                               const std::int64_t* place) {
    const LastAccess& latest = machine_.last();
    const bool is_store = latest.access == Access::store, is_atomic = latest.access == Access::atomic;
    std::uint32_t race = 0, same = 0;
    RaceEnds::End other{-1};
    const bool is_flag = is_flag_access(), is_look = is_look_access();
    bool may_be_guess = true; // whether atomic operations may validate all reads in these races
    std::optional<std::uint32_t> reader;
    const GlobalShadow::Touch touch{when(warp), is_store || is_atomic, is_atomic || (is_flag && is_store)};
    const int first_thread = warp.number * lanes_of_a_warp;
    const auto is_harmless = [&](std::size_t lane, const GlobalShadow::Verdict& verdict) {
        if (is_flag && (verdict.other_reads ? is_store : verdict.other_atomic)) return true;
        if (is_look && verdict.other_atomic) return true;
        // The earlier access can only be a volatile read of a flag, because plain reads are recorded separately.
        if (is_atomic && verdict.other_reads && plan_.guesses != nullptr && plan_.code->waits &&
            !reader_of(verdict.other, element[lane]))
            return true;
        if (flags_ && is_ordered(warp, first_thread + static_cast<int>(lane), element[lane], verdict)) return true;
        if (writes_same(warp, lane, element, verdict)) {
            same |= 1u << lane;
            return true;
        }
        const auto other_lane = static_cast<std::size_t>(verdict.other % lanes_of_a_warp);
        if (verdict.other / lanes_of_a_warp != warp.number) return false;
        const bool is_same_step =
            is_store && (step_->active >> other_lane & 1u) != 0 && element[other_lane] == element[lane];
        if (!is_same_step) return !around_.traits.lanes_drift;
        // Before Volta, warps run in lockstep, so all lanes read before any lane writes. If two lanes update an
        // element, one of the updates is lost, even if both lanes write the same value.
        const bool loses_one = around_.traits.lanes_drift ? verdict.other_reads : last_access().is_update;
        return !loses_one && gives_same(warp, lane, other_lane);
    };
    const auto note = [&](int lane, const GlobalShadow::Verdict& verdict) {
        if (is_harmless(static_cast<std::size_t>(lane), verdict)) return;
        race |= 1u << lane;
        if (other.thread < 0) other = end_of(verdict);
        // In `old = y[i]` followed by an atomicCAS, the atomicCAS validates the read.
        const bool is_read_beside_atomic =
            verdict.other_reads ? is_atomic : !is_store && !is_atomic && verdict.other_atomic;
        may_be_guess = may_be_guess && is_read_beside_atomic && plan_.guesses != nullptr;
        if (!may_be_guess || reader) return;
        if (!is_atomic) reader = latest.pc;
        else reader = reader_of(verdict.other, element[lane]);
    };
    global_->touch(latest.object, place, step_->active, first_thread, touch, note);
    if (same != 0) note_same_value(warp, same, object, element);
    if (race == 0) return true;
    race = without_end(race, warp, other);
    const auto message = [both = ends_.race(latest.pc, latest.object, other, interval()), array = object.name,
                          number = element[std::countr_zero(race)] * object.grain / object.element_bytes,
                          count = std::popcount(race)] {
        return both.message(RaceEnds::Order::none, array, number, count);
    };
    if (!may_be_guess) {
        if (Finding* const finding = report_race(Finding::Kind::global_race, warp, race, message))
            finding->array = object.name;
        return false;
    }
    if (!plan_.guesses->is_full())
        plan_.guesses->keep(reader, latest.object,
                            [message, code = plan_.code, file = plan_.file, place_of_race = place_of_last(),
                             block = around_.block, number = warp.number, race, array = object.name] {
                                Finding finding = finding_at(Finding::Kind::global_race, *code, *file, place_of_race,
                                                             block, number, race, message());
                                finding.array = array;
                                return finding;
                            });
    return false;
}

} // namespace warploom::simt
