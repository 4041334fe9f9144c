#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/machine/warp.h"
#include "engine/simt/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

struct LaunchPlan;

/// An instruction that a warp has executed. `warp` has the state after the instruction, so warp.pc is the index of the
/// next instruction.
struct ExecutedInstruction {
    const Code& code;
    std::int64_t block;
    const Warp& warp;
    std::uint32_t pc;
    std::uint32_t active; ///< mask of the lanes that executed the instruction
    /// Lanes and element indices of a load, store, atomic operation, or shuffle. Null for all other instructions, and
    /// if the access was out of bounds in all lanes.
    const WarpInstruction* access;
    std::size_t object; ///< number of the object that was accessed
};

/// Receives every instruction of recorded blocks, for example, to record a run for a debugger. Called from the host
/// threads that run the blocks. Runs without an observer incur no cost, because the interpreter has a separate loop for
/// observed runs.
class InstructionObserver {
public:
    virtual ~InstructionObserver() = default;
    /// Called when a block starts. `objects` contains the arrays of the launch, followed by the shared arrays of the
    /// block. All references remain valid until the block ends.
    virtual void begin_block(const LaunchPlan& plan, std::int64_t block, const std::vector<Warp>& warps,
                             const std::vector<Object>& objects) = 0;
    /// Called after a warp has executed an instruction. If a load is executed together with the copy instruction that
    /// follows, warp.pc is pc + 2, and the loaded value is in the destination of the copy. The results of a barrier are
    /// not available until the warp executes its next instruction.
    virtual void executed(const ExecutedInstruction& instruction) = 0;
    virtual void end_block() {}
};

} // namespace warploom::simt
