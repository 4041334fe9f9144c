#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <string>

namespace warploom::simt {

/// Determines how a recorded launch is executed and checked. Selected once, before the launch.
struct LaunchPolicy {
    /// The dependences between the blocks of a launch, which determine the order in which the blocks can run.
    enum class Blocks : std::uint8_t {
        independent, ///< the blocks can run in any order, on several host threads
        /// The blocks run one after another on one host thread, because atomic results may depend on their order.
        one_by_one,
        ascending, ///< the blocks run in ascending order, because threads wait for threads of earlier blocks
        ahead      ///< the blocks run in ascending order in a DryRun, and are then recorded like independent blocks
    };
    Blocks blocks = Blocks::independent;
    bool is_scheduled = false; ///< whether the recorder requests a block order other than ascending
    bool runs_alone = false;   ///< whether a single host thread runs all recorded blocks
    /// Whether a block whose warps are all waiting is in a deadlock. This is the case if no other block is running that
    /// could write the values they wait for.
    bool may_stand_still = false;
    /// Whether a DryRun has already reported the findings, so that spin loops can end after one iteration.
    bool is_repeated = false;
    Checks checks;
    InstructionObserver* instructions = nullptr;
    // Settings of the checks for races and uninitialized values.
    /// Whether to compare each access with all earlier accesses, which atomic operations require.
    bool has_atomics = false;
    bool follows_flags = false, follows_guesses = false, follows_read_only_loads = false, forgives_same_values = false;

    bool depends_on_order() const { return blocks != Blocks::independent; }
    bool has_waits() const { return blocks == Blocks::ascending || blocks == Blocks::ahead; }
};

/// Determines how a launch of the kernel `code` is recorded. `rules` contains the settings of the recorder.
LaunchPolicy policy_of(const Code& code, const RecordingRules& rules);
/// Returns the policy for recording a launch after its DryRun has been executed.
LaunchPolicy repeated(LaunchPolicy policy);
/// Returns a description of a launch policy for use in tests, such as "blocks: ascending; checks: memory races;
/// considers: flags".
std::string to_text(const LaunchPolicy& policy);

} // namespace warploom::simt
