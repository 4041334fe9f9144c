#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <string>

namespace warploom::simt {

/// Determines how a recorded launch is executed and checked. Selected once, before the launch.
struct LaunchPolicy {
    /// Dependences between the blocks of a launch. They determine the order in which blocks can run.
    enum class Blocks : std::uint8_t {
        independent, ///< run in any order, on several host threads
        one_by_one,  ///< run one after another on one host thread, because atomic results may depend on the order
        ascending,   ///< run in ascending order, because threads wait for threads of earlier blocks
        ahead        ///< run in ascending order in a DryRun, and are then recorded like independent blocks
    };
    Blocks blocks = Blocks::independent;
    bool is_scheduled = false; ///< whether the recorder requests an order other than ascending
    bool runs_alone = false;   ///< whether one host thread runs all recorded blocks
    /// Whether a block in which all warps are waiting is in a deadlock, because no other block is running that could
    /// wake it.
    bool may_stand_still = false;
    bool is_repeated = false; ///< true after a DryRun: findings have been reported, and spin loops end immediately
    Checks checks;
    InstructionObserver* instructions = nullptr;
    // Settings of the checks.
    bool has_atomics = false; ///< whether to compare each access with earlier ones, as required by atomic operations
    bool follows_flags = false, follows_guesses = false, follows_read_only_loads = false, forgives_same_values = false;

    bool depends_on_order() const { return blocks != Blocks::independent; }
    bool has_waits() const { return blocks == Blocks::ascending || blocks == Blocks::ahead; }
};

/// Returns the policy for recording a launch of `code` with these rules.
LaunchPolicy policy_of(const Code& code, const RecordingRules& rules);
/// Returns the policy for recording a launch after its DryRun.
LaunchPolicy repeated(LaunchPolicy policy);
/// Returns a description for use in tests, such as "blocks: ascending; checks: memory races; considers: flags".
std::string to_text(const LaunchPolicy& policy);

} // namespace warploom::simt
