#pragma once

#include "engine/simt/machine/execution_context.h"
#include "engine/simt/machine/loop_watch.h"
#include "engine/simt/machine/memory_unit.h"
#include "engine/simt/machine/reports.h"
#include "engine/simt/machine/step_writer.h"
#include "engine/simt/machine/unset_tracker.h"
#include "engine/simt/machine/warp.h"
#include "engine/simt/machine/warp_functions.h"
#include "engine/simt/machine/warp_parts.h"

#include <cstddef>
#include <cstdint>

namespace warploom::simt {

enum class Halt : std::uint8_t {
    step, ///< has executed and recorded a step
    /// has executed an instruction that is not a step; returned only if instructions are observed
    instruction,
    barrier, ///< waits at a block-level barrier; the program counter remains at the barrier
    done,
    waits, ///< waits for other warps in a spin loop; returned only if steps are not recorded
    stuck, ///< cannot continue because of an error, which has been added to the findings
    launch ///< the program counter is at a kernel launch; only for host code
};

class Machine {
public:
    explicit Machine(ExecutionContext& around)
        : around_(around), code_(*around.code), reports_(around), steps_(around), memory_(around, steps_),
          unset_(around), functions_(around, unset_), loops_(around), parts_(around) {}
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    /// Runs a warp until it waits for other warps or ends. If `step` is not null, stops after recording one step.
    /// Errors: "cancelled".
    Halt run(Warp& warp, WarpInstruction* step);

    Reports& reports() { return reports_; }
    WarpParts& parts() { return parts_; }
    const LastAccess& last() const { return memory_.last(); }

private:
    enum class Watching : std::uint8_t { nothing, steps, instructions };
    template <Watching watching> Halt execute(Warp& warp, WarpInstruction* step);
    Halt execute_observed(Warp& warp, WarpInstruction* step);
    template <bool recorded> bool execute_arithmetic(const Warp& warp, const Instruction& at, std::byte* result) const;
    static void select(Warp& warp, const Instruction& at, bool is_wide);

    ExecutionContext& around_;
    const Code& code_;
    Reports reports_;
    StepWriter steps_;
    MemoryUnit memory_;
    UnsetTracker unset_;
    WarpFunctions functions_;
    LoopWatch loops_;
    WarpParts parts_;
};

} // namespace warploom::simt
