#pragma once

#include "engine/simt/machine/unset_tracker.h"

#include <cstdint>

namespace warploom::simt {

/// Executes warp-level operations: shuffles, votes, fences, and warp-level barriers.
class WarpFunctions {
public:
    WarpFunctions(const ExecutionContext& around, UnsetTracker& unset)
        : around_(around), code_(*around.code), unset_(unset) {}

    void shuffle(Warp& warp, const Instruction& at, WarpInstruction* step);
    void ballot(Warp& warp, const Instruction& at, WarpInstruction* step);
    /// Checks the masks of a warp-level operation. Every lane in a mask must participate, and every participating lane
    /// must be in its own mask. Returns whether all 32 lanes participate with full masks.
    bool check_mask(const Warp& warp, std::uint32_t reg);
    /// Starts a new epoch, so that accesses before and after a fence can be distinguished. The fence alone does not
    /// order accesses of different lanes.
    static void order_by_fence(Warp& warp, FenceScope scope);
    /// Records that a warp-level operation orders the accesses of active lanes with the same mask. As in the racecheck
    /// tool of compute-sanitizer, this does not include exited lanes.
    static void order_lanes(Warp& warp, std::uint32_t masks, bool is_whole);

private:
    static void combine(const Warp& warp, const Instruction& at);
    void check_widths(const Warp& warp, const std::int32_t* widths);

    const ExecutionContext& around_;
    const Code& code_;
    UnsetTracker& unset_;
};

} // namespace warploom::simt
