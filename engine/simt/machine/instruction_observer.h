#pragma once

#include "engine/simt/code/memory.h"
#include "engine/simt/machine/warp.h"
#include "engine/simt/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace warploom::simt {

struct LaunchPlan;

/// An instruction that a warp has executed. The warp is in the state after it; warp.pc is the next instruction.
struct ExecutedInstruction {
    const Code& code;
    std::int64_t block;
    const Warp& warp;
    std::uint32_t pc;
    std::uint32_t active; ///< lanes that were active
    /// The access of a load, a store, an atomic operation or a shuffle: its lanes and their elements. Null for other
    /// instructions, and for accesses that were out of bounds in all lanes.
    const WarpInstruction* access;
    std::size_t object; ///< object number of a memory access
};

/// Observes every instruction of the recorded blocks, for example to record a run for a debugger. Called from the host
/// threads that run the blocks. Without an observer, this costs nothing: the machine has a separate loop for it.
class InstructionObserver {
public:
    virtual ~InstructionObserver() = default;
    /// A block starts. `objects` are the arrays of the launch, followed by the shared arrays of the block; they remain
    /// valid until the block ends.
    virtual void begin_block(const LaunchPlan& plan, std::int64_t block, const std::vector<Warp>& warps,
                             const std::vector<Object>& objects) = 0;
    /// A load may be executed together with the copy after it. In that case, warp.pc is pc + 2, and the loaded value is
    /// in the destination of the copy. The results of a barrier are available at the next instruction of the warp.
    virtual void executed(const ExecutedInstruction& instruction) = 0;
    virtual void end_block() {}
};

} // namespace warploom::simt
