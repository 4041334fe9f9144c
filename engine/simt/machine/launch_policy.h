#pragma once

#include "engine/simt/code/code.h"
#include "engine/simt/trace/recorder.h"

#include <cstdint>
#include <string>

namespace warploom::simt {

/// The rules by which a launch runs and is checked, all of them. Computed once, before the launch.
struct LaunchPolicy {
    /// How the blocks of a launch depend on each other, and therefore in which order they may run.
    enum class Blocks : std::uint8_t {
        independent, ///< in any order, on several host threads
        one_by_one,  ///< on one host thread, because the results of atomic operations may depend on the order
        ascending,   ///< in ascending order, because threads wait for those of earlier blocks
        ahead        ///< in ascending order before the launch is recorded (DryRun), and recorded like independent ones
    };
    Blocks blocks = Blocks::independent;
    bool is_scheduled = false;    ///< the recorder asks for another order of blocks and warps than the ascending one
    bool runs_alone = false;      ///< one host thread runs all recorded blocks
    bool may_stand_still = false; ///< no other block runs, so a block whose warps all wait will never continue
    bool is_repeated =
        false; ///< the launch has run before: its findings are reported, and its waiting loops end at once
    Checks checks;
    InstructionObserver* instructions = nullptr;
    // Settings of the checks.
    bool has_atomics = false; ///< blocks are compared access by access, because atomic operations do not race
    bool follows_flags = false, follows_guesses = false, follows_read_only_loads = false, forgives_same_values = false;

    bool depends_on_order() const { return blocks != Blocks::independent; }
    bool has_waits() const { return blocks == Blocks::ascending || blocks == Blocks::ahead; }
};

/// Returns the policy of a launch of `code` that is recorded by these rules.
LaunchPolicy policy_of(const Code& code, const RecordingRules& rules);
/// Returns the policy of a recorded launch that has run ahead.
LaunchPolicy repeated(LaunchPolicy policy);
/// Returns the policy as text, such as "blocks: ascending; checks: memory races; considers: flags".
std::string to_text(const LaunchPolicy& policy);

} // namespace warploom::simt
