#pragma once

#include "engine/simt/machine/machine.h"

#include <cstdint>
#include <vector>

namespace warploom::simt {

/// An access of a warp to memory that it may also write, after it was executed.
struct AccessEvent {
    const Warp& warp;
    const LastAccess& access;
    const MemoryAccess& operands;
    const WarpInstruction& step;
    Object& object;
    bool are_neighbours = false; ///< in global memory: the lanes access consecutive elements in order

    bool loads() const { return access.access == Access::load; }
    bool is_atomic() const { return access.access == Access::atomic; }
    int first_thread() const { return warp.number * lanes_of_a_warp; }
    /// Returns how many pieces of `each` bytes the access covers per lane.
    std::int64_t pieces(std::int64_t each) const { return operands.bytes <= each ? 1 : operands.bytes / each; }
    /// Returns for each lane the number of its piece with index `nth`; `scaled` is memory for the result.
    const std::int64_t* piece(std::int64_t each, std::int64_t nth,
                              std::array<std::int64_t, lanes_of_a_warp>& scaled) const {
        if (operands.bytes == each) return step.index.data();
        for (std::size_t l = 0; l < scaled.size(); ++l) scaled[l] = step.index[l] * operands.bytes / each + nth;
        return scaled.data();
    }
};

/// Watches the blocks of a recorded launch, one after another. Each observer can be switched on without the others.
/// Called from one host thread. Accesses of a warp arrive in program order, those of several warps in the order in
/// which they were executed.
class BlockObserver {
public:
    virtual ~BlockObserver() = default;
    /// Starts a block; may attach what the machine tells in between (fences, warp barriers, copies) to its warps.
    virtual void begin_block(std::vector<Warp>&) {}
    virtual void access(const AccessEvent& event) = 0;
    /// The threads of the block have met at a barrier.
    virtual void barrier(const std::vector<Warp>&) {}
    virtual void end_block() {}
};

} // namespace warploom::simt
