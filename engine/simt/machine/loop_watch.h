#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/warp.h"

namespace warploom::simt {

class LoopWatch {
public:
    explicit LoopWatch(ExecutionContext& around) : around_(around), code_(*around.code) {}

    /// Counts an iteration. The program counter of the warp must be at the end of the loop. Returns false if the loop
    /// is infinite.
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
