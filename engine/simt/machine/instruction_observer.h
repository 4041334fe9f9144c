#pragma once

#include "engine/simt/machine/warp.h"

#include <cstdint>

namespace warploom::simt {

/// Watches every instruction of the recorded blocks, for example to record a run for a debugger. Called from the host
/// threads that run the blocks. Without an observer, this costs nothing: the machine has a loop of its own for it.
class InstructionObserver {
public:
    virtual ~InstructionObserver() = default;
    /// The instruction `pc` has been executed for the lanes in `active`; warp.pc is the next one. The operands of the
    /// instruction (code/schema.h) tell which registers it has written, and its MemoryAccess which memory: addresses
    /// are still in the registers. A load may be executed together with the copy behind it; warp.pc is then pc + 2, and
    /// the value is in the copy's result.
    virtual void executed(const Code& code, std::int64_t block, const Warp& warp, std::uint32_t pc,
                          std::uint32_t active) = 0;
};

} // namespace warploom::simt
