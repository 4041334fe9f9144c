#include "engine/simt/machine/block.h"

#include <algorithm>
#include <bit>

// Executes block-level barriers, and detects barrier divergence.

namespace warploom::simt {

/// Completes a block-level barrier after all warps have reached it or exited. Returns false if there is barrier
/// divergence.
bool Block::meet() {
    if (!stand_at_one_barrier()) return false;
    give_votes();
    for (const auto& observer : observers_) observer->barrier(warps_);
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] == State::done) continue;
        if (warps_[w].apart != 0) machine_.parts().release(warps_[w]);
        ++warps_[w].pc;
        states_[w] = State::running;
    }
    return true;
}

/// Returns whether all threads wait at the same barrier. If not, reports barrier divergence. Since compute capability
/// 7.0, threads may `return` before a barrier. However, a warp that has reached the end of the kernel without a
/// `return` took a branch around the barrier, which is an error.
bool Block::stand_at_one_barrier() {
    const Warp* first = nullptr;
    bool is_missed = false;
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] == State::done) {
            is_missed = is_missed || !plan_.traits.lanes_drift || warps_[w].slot[0] != 0;
        } else if (first == nullptr) {
            first = &warps_[w];
        } else if (const Warp& other = warps_[w]; other.pc != first->pc || !are_in_one_turn(*first, other)) {
            around_.tell(BarrierFault{.warp = *first, .other = &other});
            return false;
        }
    }
    if (is_missed) report_missed_barrier();
    return !is_missed;
}

/// Returns whether two warps at the same barrier are in the same iteration of every loop that contains the barrier.
bool Block::are_in_one_turn(const Warp& first, const Warp& other) const {
    const auto& loops = plan_.code->barrier_loops;
    for (std::uint32_t loop = plan_.code->instructions[first.pc].c; loop != 0; loop = loops[loop - 1])
        if (first.loop_turns[loop - 1] != other.loop_turns[loop - 1]) return false;
    return true;
}

/// Computes the results of __syncthreads_count, __syncthreads_and, and __syncthreads_or.
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
    int ended = 0;
    bool is_end_reached = false; // whether a warp has reached the end of the kernel without a `return`
    for (std::size_t w = 0; w < warps_.size(); ++w) {
        if (states_[w] == State::done) {
            ++ended;
            is_end_reached = is_end_reached || warps_[w].slot[0] != 0;
        } else if (waiting == nullptr) {
            waiting = &warps_[w];
        }
    }
    around_.tell(BarrierFault{.warp = *waiting, .ended_warps = ended, .is_end_reached = is_end_reached});
}

} // namespace warploom::simt
