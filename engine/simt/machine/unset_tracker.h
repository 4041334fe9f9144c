#pragma once

#include "engine/simt/machine/execution_context.h"

#include <cstdint>

namespace warploom::simt {

/// Tracks uninitialized values in the registers of a warp (findings/unset.h) and detects their use.
class UnsetTracker {
public:
    explicit UnsetTracker(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Executes an instruction that tracks initialization, such as Op::unset.
    void follow(Warp& warp, const Instruction& at);
    /// Shuffles the shadows together with the values. `lost` is a mask of the lanes whose source lane does not
    /// participate.
    void shuffle(Warp& warp, const MemoryAccess& access, const std::int32_t* source, std::uint32_t lost);

private:
    void unset(Warp& warp, const Instruction& at);
    void local(const Warp& warp, const Instruction& at);
    void absorb(const Warp& warp, const Instruction& at);
    void choose(const Warp& warp, const Instruction& at);
    void report_use(const Warp& warp, std::uint32_t lanes, const std::uint32_t* shadow);

    ExecutionContext& around_;
    const Code& code_;
};

} // namespace warploom::simt
