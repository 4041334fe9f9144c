#pragma once

#include "engine/simt/machine/reports.h"
#include "engine/simt/machine/unset_tracker.h"

#include <cstdint>

namespace warploom::simt {

/// Executes warp-level operations: shuffles, votes, fences, and warp-level barriers.
class WarpFunctions {
public:
    WarpFunctions(const ExecutionContext& around, Reports& reports, UnsetTracker& unset)
        : code_(*around.code), reports_(reports), unset_(unset) {}

    void shuffle(Warp& warp, const Instruction& at, WarpInstruction* step);
    void ballot(Warp& warp, const Instruction& at, WarpInstruction* step);
    /// Checks the masks that the lanes of a warp pass to a warp-level operation. Every lane in a mask must take part,
    /// and every lane that takes part must be in its own mask. Returns whether all 32 lanes take part with full masks.
    bool check_mask(const Warp& warp, std::uint32_t reg);
    /// Starts a new epoch of the warp, so that accesses before a fence can be distinguished from accesses after the
    /// fence. A fence alone does not order the accesses of different lanes.
    static void order_by_fence(Warp& warp, FenceScope scope);
    /// Records that a warp-level operation orders the memory accesses of active lanes that pass the same mask. As in
    /// racecheck, lanes that have exited are not included.
    static void order_lanes(Warp& warp, std::uint32_t masks, bool is_whole);

private:
    static void combine(const Warp& warp, const Instruction& at);
    void check_widths(const Warp& warp, const std::int32_t* widths);

    const Code& code_;
    Reports& reports_;
    UnsetTracker& unset_;
};

} // namespace warploom::simt
