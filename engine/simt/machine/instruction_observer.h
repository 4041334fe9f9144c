#pragma once

#include "engine/simt/machine/warp.h"

#include <cstdint>

namespace warploom::simt {

/// Observes every instruction of recorded blocks, for example, to record a run for a debugger. Called from the host
/// threads that run the blocks. Without an observer there is no overhead, because the interpreter loop is instantiated
/// separately for it.
class InstructionObserver {
public:
    virtual ~InstructionObserver() = default;
    /// Called after the instruction at `pc` was executed for the lanes in `active`; warp.pc is the next instruction.
    /// The operands (code/schema.h) determine which registers the instruction wrote. Its MemoryAccess determines which
    /// memory it accessed: the addresses are still in the registers. A load may be fused with the following copy;
    /// warp.pc is then pc + 2, and the value is in the copy's destination.
    virtual void executed(const Code& code, std::int64_t block, const Warp& warp, std::uint32_t pc,
                          std::uint32_t active) = 0;
};

} // namespace warploom::simt
