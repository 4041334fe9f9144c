#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

namespace warploom::simt {

/// Detects endless loops.
class LoopWatch {
public:
    explicit LoopWatch(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Counts an iteration of the loop whose end is at the warp's pc. Returns false if the loop is endless.
    bool turn(Warp& warp);

private:
    bool look(Warp& warp);
    void watch(Warp& warp);
    bool repeats(Warp& warp);
    template <class To> bool each_of_state(const Warp& warp, const LoopState& state, const To& to) const;

    ExecutionContext& around_;
    const Code& code_;
};

} // namespace warploom::simt
