#pragma once

#include "engine/simt/machine/reports.h"
#include "engine/simt/machine/unset_tracker.h"

#include <cstdint>

namespace warploom::simt {

/// Executes operations across the lanes of a warp: shuffles, votes, and what orders their memory accesses.
class WarpFunctions {
public:
    WarpFunctions(const ExecutionContext& around, Reports& reports, UnsetTracker& unset)
        : code_(*around.code), reports_(reports), unset_(unset) {}

    void shuffle(Warp& warp, const Instruction& at, WarpInstruction* step);
    void ballot(Warp& warp, const Instruction& at, WarpInstruction* step);
    /// Checks the masks of a warp-level operation: every lane that a mask names must participate, and every
    /// participating lane must be in its own mask. Returns whether all 32 lanes participate with full masks.
    bool check_mask(const Warp& warp, std::uint32_t reg);
    /// Starts an epoch of the warp, so that accesses before and after the fence differ. The fence does not order lanes.
    static void order_by_fence(Warp& warp, FenceScope scope);
    /// Orders the memory accesses of the active lanes that have the same mask. Lanes that have exited are not ordered,
    /// as in racecheck.
    static void order_lanes(Warp& warp, std::uint32_t masks, bool is_whole);

private:
    static void combine(const Warp& warp, const Instruction& at);
    void check_widths(const Warp& warp, const std::int32_t* widths);

    const Code& code_;
    Reports& reports_;
    UnsetTracker& unset_;
};

} // namespace warploom::simt
