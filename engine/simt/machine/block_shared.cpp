#include "engine/sentence.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/machine/block.h"

#include <algorithm>
#include <bit>

// Synchronization within a block: barriers, flags, and waits for asynchronous copies.

namespace warploom::simt {

/// Handles a barrier that all warps have reached, or at which some have exited.
bool Block::meet() {
    if (!stand_at_one_barrier()) return false;
    give_votes();
    if (flags_) {
        std::vector<std::uint32_t> epochs;
        for (const Warp& warp : warps_) epochs.push_back(warp.meetings);
        flags_->meet_all(std::move(epochs));
    }
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] == State::done) continue;
        if (warps_[w].apart != 0) machine_.release(warps_[w]);
        ++warps_[w].pc;
        states_[w] = State::running;
    }
    ++meetings_;
    return true;
}

/// Checks that all threads of the block wait at the same barrier. Since compute capability 7.0, threads may return
/// before a barrier. A warp that reached the end of the kernel without a return took another branch.
bool Block::stand_at_one_barrier() {
    const Warp* first = nullptr;
    bool is_missed = false;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] == State::done) {
            is_missed = is_missed || !plan_.traits.lanes_drift || warps_[w].slot[0] != 0;
        } else if (first == nullptr) {
            first = &warps_[w];
        } else if (const Warp& other = warps_[w]; other.pc != first->pc || !are_in_one_turn(*first, other)) {
            const SourceLocation here = machine_.place_of(*first), there = machine_.place_of(other);
            const bool is_same_line = here.line == there.line && here.header == there.header;
            machine_.report(simulated::Finding::Kind::divergent_meeting, *first, first->active, here, [&] {
                if (other.pc == first->pc)
                    return sentence("Barrier divergence: warp {warp} reaches this barrier in another iteration of a "
                                    "loop. All threads of a block must reach the same __syncthreads().",
                                    {{"warp", w}});
                if (is_same_line)
                    return sentence("Barrier divergence: warp {warp} waits at another barrier in the same line. All "
                                    "threads of a block must reach the same __syncthreads().",
                                    {{"warp", w}});
                return sentence("Barrier divergence: warp {warp} waits at the barrier in {place}. All threads of a "
                                "block must reach the same __syncthreads().",
                                {{"warp", w}, {"place", line_of(there)}});
            });
            return false;
        }
    }
    if (is_missed) report_missed_barrier();
    return !is_missed;
}

/// Returns whether two warps at the same barrier are in the same iteration of every enclosing loop.
bool Block::are_in_one_turn(const Warp& first, const Warp& other) const {
    const auto& loops = plan_.code->barrier_loops;
    for (std::uint32_t loop = plan_.code->instructions[first.pc].c; loop != 0; loop = loops[loop - 1])
        if (first.loop_turns[loop - 1] != other.loop_turns[loop - 1]) return false;
    return true;
}

/// Delivers the results of __syncthreads_count, __syncthreads_and and __syncthreads_or.
void Block::give_votes() {
    std::int32_t count = 0, threads = 0;
    const auto at = [&](const Warp& warp) -> const Instruction& { return plan_.code->instructions[warp.pc]; };
    for (const Warp& warp : warps_) {
        if (states_[static_cast<std::size_t>(warp.number)] == State::done) continue;
        threads += std::popcount(warp.active);
        if (at(warp).b != no_register)
            count += std::popcount(warp.active & true_lanes(warp.frame + at(warp).b * register_bytes));
    }
    for (const Warp& warp : warps_) {
        if (states_[static_cast<std::size_t>(warp.number)] == State::done || at(warp).a == no_register) continue;
        const auto vote = static_cast<Vote>(at(warp).imm);
        const std::int32_t result = vote == Vote::count ? count : vote == Vote::all ? count == threads : count > 0;
        std::fill_n(reinterpret_cast<std::int32_t*>(warp.frame + at(warp).a * register_bytes), lanes_of_a_warp, result);
    }
}

void Block::report_missed_barrier() {
    const Warp* waiting = nullptr;
    int returned = 0;
    bool has_passed = false; // reached the end of the kernel without a return
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] == State::done) {
            ++returned;
            has_passed = has_passed || warps_[w].slot[0] != 0;
        } else if (waiting == nullptr) {
            waiting = &warps_[w];
        }
    }
    machine_.report(
        simulated::Finding::Kind::divergent_meeting, *waiting, waiting->active, machine_.place_of(*waiting), [&] {
            return has_passed ? sentence("Barrier divergence: {n} {n:warp|warps} of the block ended without reaching "
                                         "this barrier.",
                                         {{"n", returned}})
                              : sentence("Barrier divergence: {n} {n:warp|warps} of the block already returned. Before "
                                         "compute capability 7.0, the barrier waits for all threads of the block.",
                                         {{"n", returned}});
        });
}

bool Block::is_ordered(const Warp& warp, int thread, std::int64_t element,
                       const simulated::SharedShadow::Verdict& verdict) const {
    const std::uint64_t number = FlagOrder::element_number(machine_.last().object, element);
    const auto flag = verdict.is_writer_atomic ? std::optional(number) : std::nullopt;
    const bool is_after_write =
        verdict.writer < 0 || flags_->is_before(around_.block, verdict.writer, verdict.writer_epoch, thread, flag);
    return is_after_write &&
           (!verdict.other_reads || flags_->are_reads_before(number, thread, warp.meetings, *warp.order));
}

/// Records which threads have read an element since it was written, for writes that flags order after them.
void Block::note_reads(const Warp& warp, const std::int64_t* element) {
    const Machine::LastAccess& last = machine_.last();
    for (std::uint32_t lanes = step_.active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::uint64_t number = FlagOrder::element_number(last.object, element[lane]);
        if (last.access != simulated::Access::load) flags_->forget_reads(number);
        else flags_->read(number, warp.number * lanes_of_a_warp + lane, warp.meetings);
    }
}

/// Records flags that the last step wrote or read. Setting a flag that is already set publishes nothing, because
/// waiting threads cannot observe it.
void Block::note_flags(const Warp& warp, const std::int64_t* element) {
    const Machine::LastAccess& last = machine_.last();
    const bool is_atomic = last.access == simulated::Access::atomic, loads = last.access == simulated::Access::load;
    if (!is_atomic && !is_flag_access()) return;
    const bool looks = loads || (is_atomic && last_access().result != no_register);
    const bool is_shared = around_.objects[last.object].is_shared;
    for (std::uint32_t lanes = step_.active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes), thread = warp.number * lanes_of_a_warp + lane;
        const std::uint64_t flag = FlagOrder::element_number(last.object, element[lane]);
        if (looks) flags_->look(thread, flag, is_atomic);
        if (!loads && (last.unchanged >> lane & 1u) == 0) flags_->set(thread, flag, is_atomic, is_shared);
    }
}

/// Reports accesses to elements with a pending asynchronous copy, and records the copies of the last step.
void Block::check_copies(const Warp& warp, const Object& object) {
    const Machine::LastAccess& last = machine_.last();
    const MemoryAccess& access = last_access();
    std::uint32_t early = 0;
    for (std::uint32_t lanes = step_.active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::int64_t first = step_.index[static_cast<std::size_t>(lane)] * access.bytes;
        if (copies_->are_under_way() && copies_->is_under_way(last.object, first, access.bytes)) early |= 1u << lane;
    }
    if (early != 0) {
        const std::int64_t first = step_.index[static_cast<std::size_t>(std::countr_zero(early))] * access.bytes;
        machine_.report(simulated::Finding::Kind::shared_race, warp, early, machine_.where(last.pc).place, [&] {
            return sentence(
                "Data race on element {element} of {array}{count:| and others}: a __pipeline_memcpy_async "
                "to it may still be in progress. Call __pipeline_commit() and __pipeline_wait_prior() "
                "first, and then __syncthreads() if another thread started the copy.",
                {{"element", first / object.element_bytes}, {"array", object.name}, {"count", std::popcount(early)}});
        });
    }
    if (!access.is_async) return;
    for (std::uint32_t lanes = step_.active; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::int64_t first = step_.index[static_cast<std::size_t>(lane)] * access.bytes;
        copies_->copy({last.object, first, access.bytes, warp.number * lanes_of_a_warp + lane, 0});
    }
}

/// Records completed asynchronous copies as writes by the waiting thread, at the time of the copy.
void Block::finish_copies() {
    for (const AsyncCopies::Copy& copy : copies_->take_completed()) {
        const Object& object = around_.objects[copy.object];
        for (std::int64_t byte = copy.first; byte < copy.first + copy.bytes; byte += object.grain)
            object.shadow->write(byte / object.grain, copy.thread, {meetings_, copy.epoch}, false);
    }
}

} // namespace warploom::simt
