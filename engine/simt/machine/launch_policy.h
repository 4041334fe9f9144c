#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <string>

namespace warploom::simt {

/// Settings for executing and checking a recorded launch. They are determined before the launch.
struct LaunchPolicy {
    /// Dependencies between the blocks of a launch. They determine the possible execution orders.
    enum class Blocks : std::uint8_t {
        independent, ///< blocks run in any order, on several host threads
        /// Blocks run one after another on one host thread, because the results of atomics may depend on the order.
        one_by_one,
        ascending, ///< blocks run in ascending order, because threads wait for earlier blocks
        ahead      ///< blocks run in ascending order in a DryRun, and are then recorded like independent blocks
    };
    Blocks blocks = Blocks::independent;
    bool is_scheduled = false; ///< whether the recorder requests a nonascending order of blocks
    bool runs_alone = false;   ///< whether a single host thread runs all recorded blocks
    /// Whether a block in which all warps wait is in a deadlock, because no other running block could write the awaited
    /// values.
    bool may_stand_still = false;
    /// Whether a DryRun has already reported the findings. If so, spin loops can end after one iteration.
    bool is_repeated = false;
    Checks checks;
    InstructionObserver* instructions = nullptr;
    // The following settings are for detecting races and uninitialized values.

    /// Whether to compare each access with all earlier accesses, which is necessary with atomic operations.
    bool has_atomics = false;
    bool follows_flags = false, follows_guesses = false, follows_read_only_loads = false, forgives_same_values = false;

    bool depends_on_order() const { return blocks != Blocks::independent; }
    bool has_waits() const { return blocks == Blocks::ascending || blocks == Blocks::ahead; }
};

/// Decides how to record a launch of the kernel `code`. `rules` are the settings of the recorder.
LaunchPolicy policy_of(const Code& code, const RecordingRules& rules);
/// Returns the policy for recording a launch after its DryRun.
LaunchPolicy repeated(LaunchPolicy policy);
/// Describes a launch policy for use in tests, as in "blocks: ascending; checks: memory races; considers: flags".
std::string to_text(const LaunchPolicy& policy);

} // namespace warploom::simt
