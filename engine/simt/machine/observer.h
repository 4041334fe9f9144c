#pragma once

#include "engine/simt/machine/machine.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// A memory access of a warp to a writable array.
struct AccessEvent {
    const Warp& warp;
    const LastAccess& access;
    const MemoryAccess& operands;
    const WarpInstruction& step;
    Object& object;
    bool are_neighbours = false; ///< whether adjacent lanes access adjacent elements; only for global memory

    bool loads() const { return access.access == Access::load; }
    bool is_atomic() const { return access.access == Access::atomic; }
    int first_thread() const { return warp.number * lanes_of_a_warp; }
    /// Returns the number of units of `each` bytes that a lane accesses.
    std::int64_t pieces(std::int64_t each) const { return operands.bytes <= each ? 1 : operands.bytes / each; }
    /// Returns, for each lane, the index of its `nth` unit of `each` bytes. `scaled` is a buffer for the result, if one
    /// is needed.
    const std::int64_t* piece(std::int64_t each, std::int64_t nth,
                              std::array<std::int64_t, lanes_of_a_warp>& scaled) const {
        if (operands.bytes == each) return step.index.data();
        for (std::size_t l = 0; l < scaled.size(); ++l) scaled[l] = step.index[l] * operands.bytes / each + nth;
        return scaled.data();
    }
};

/// Receives the memory accesses of a recorded launch, block by block, from a single host thread. Observers are
/// independent of each other. Accesses of the same warp arrive in program order. Accesses of different warps arrive in
/// execution order.
class BlockObserver {
public:
    virtual ~BlockObserver() = default;
    /// Called when a block starts. An observer can attach objects to the warps. These objects record fences, warp-level
    /// barriers and asynchronous copies.
    virtual void begin_block(std::vector<Warp>&) {}
    virtual void access(const AccessEvent& event) = 0;
    /// Called when all threads of a block have reached a block-level barrier.
    virtual void barrier(const std::vector<Warp>&) {}
    virtual void end_block() {}
};

} // namespace warploom::simt
