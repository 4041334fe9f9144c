#pragma once

#include "engine/simt/machine/machine.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// A memory access of a warp to an array that threads can write.
struct AccessEvent {
    const Warp& warp;
    const LastAccess& access;
    const MemoryAccess& operands;
    const WarpInstruction& step;
    Object& object;
    bool are_neighbours = false; ///< whether adjacent lanes access adjacent elements (only set for global memory)

    bool loads() const { return access.access == Access::load; }
    bool is_atomic() const { return access.access == Access::atomic; }
    int first_thread() const { return warp.number * lanes_of_a_warp; }
    /// Returns the number of units of `each` bytes that each lane accesses.
    std::int64_t pieces(std::int64_t each) const { return operands.bytes <= each ? 1 : operands.bytes / each; }
    /// Returns the index of the `nth` unit of `each` bytes that each lane accesses. `scaled` is a buffer for the
    /// result.
    const std::int64_t* piece(std::int64_t each, std::int64_t nth,
                              std::array<std::int64_t, lanes_of_a_warp>& scaled) const {
        if (operands.bytes == each) return step.index.data();
        for (std::size_t l = 0; l < scaled.size(); ++l) scaled[l] = step.index[l] * operands.bytes / each + nth;
        return scaled.data();
    }
};

/// Receives the memory accesses of blocks in a recorded launch. An observer receives its blocks one after another, from
/// a single host thread. Observers are independent of each other. They receive the accesses of each warp in program
/// order, and the accesses of different warps in order of execution.
class BlockObserver {
public:
    virtual ~BlockObserver() = default;
    /// Called when a block starts. An observer can attach objects to the warps that record fences, warp-level barriers,
    /// and asynchronous copies.
    virtual void begin_block(std::vector<Warp>&) {}
    virtual void access(const AccessEvent& event) = 0;
    /// Called when all threads of a block have reached a block-level barrier.
    virtual void barrier(const std::vector<Warp>&) {}
    virtual void end_block() {}
};

} // namespace warploom::simt
