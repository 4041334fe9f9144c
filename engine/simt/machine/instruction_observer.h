#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/machine/warp.h"
#include "engine/simt/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

struct LaunchPlan;

/// An executed instruction. `warp` has the state after the instruction, so warp.pc is the next instruction.
struct ExecutedInstruction {
    const Code& code;
    std::int64_t block;
    const Warp& warp;
    std::uint32_t pc;
    std::uint32_t active; ///< mask of the lanes that executed the instruction
    /// Lanes and element indices of a load, store, atomic operation or shuffle. Null for other instructions, or if all
    /// lanes were out of bounds.
    const WarpInstruction* access;
    std::size_t object;
};

/// Receives every instruction of recorded blocks, for example, for a debugger. Functions are called on the host threads
/// that run the blocks. Without an observer, there is no overhead, because observed runs have a separate interpreter
/// loop.
class InstructionObserver {
public:
    virtual ~InstructionObserver() = default;
    /// Called when a block starts. `objects` contains the arrays of the launch, followed by the shared arrays of the
    /// block. References to them remain valid until the block ends.
    virtual void begin_block(const LaunchPlan& plan, std::int64_t block, const std::vector<Warp>& warps,
                             const std::vector<Object>& objects) = 0;
    /// Called after each instruction. If a load is fused with the next instruction, warp.pc is pc + 2 and the value is
    /// in the destination of the copy. The results of a barrier are not available before the warp's next instruction.
    virtual void executed(const ExecutedInstruction& instruction) = 0;
    virtual void end_block() {}
};

} // namespace warploom::simt
