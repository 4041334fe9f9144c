#include "engine/simt/machine/launch_policy.h"

#include "engine/parallel.h"

#include <algorithm>
#include <array>

namespace warploom::simt {

LaunchPolicy policy_of(const Code& code, const RecordingRules& rules) {
    using Blocks = LaunchPolicy::Blocks;
    const auto is_fence = [](const Instruction& i) { return i.op == Op::fence; };
    LaunchPolicy policy;
    policy.is_scheduled = rules.schedule != BlockSchedule::ascending;
    policy.has_atomics = code.has_global_atomics || code.waits;
    // A dry run is not possible if the kernel uses the results of atomic operations, because these may differ in the
    // recorded run.
    if (code.waits) policy.blocks = code.has_results || policy.is_scheduled ? Blocks::ascending : Blocks::ahead;
    else if (policy.has_atomics) policy.blocks = Blocks::one_by_one;
    policy.runs_alone = policy.has_atomics || resolve_threads(rules.host_threads) == 1;
    policy.may_stand_still = policy.blocks == Blocks::ascending && !policy.is_scheduled;
    policy.checks = rules.checks;
    policy.instructions = rules.instructions;
    policy.follows_flags = policy.has_atomics && (code.has_results || std::any_of(code.instructions.begin(),
                                                                                  code.instructions.end(), is_fence));
    policy.follows_guesses = code.has_guesses;
    policy.follows_read_only_loads = code.has_read_only_loads;
    policy.forgives_same_values = rules.compares_values;
    return policy;
}

LaunchPolicy repeated(LaunchPolicy policy) {
    policy.is_repeated = true;
    policy.follows_flags = policy.follows_guesses = policy.forgives_same_values = false;
    return policy;
}

std::string to_text(const LaunchPolicy& policy) {
    constexpr std::array names{"independent", "one by one", "ascending", "ahead"};
    std::string text = std::string("blocks: ") + names[static_cast<std::size_t>(policy.blocks)];
    const auto list = [&](const char* title, std::initializer_list<std::pair<const char*, bool>> all) {
        std::string words;
        for (const auto& [word, is_set] : all)
            if (is_set) words += std::string(" ") + word;
        if (!words.empty()) text += std::string("; ") + title + ":" + words;
    };
    list("runs", {{"scheduled", policy.is_scheduled},
                  {"alone", policy.runs_alone},
                  {"may-stand-still", policy.may_stand_still},
                  {"repeated", policy.is_repeated},
                  {"observed", policy.instructions != nullptr}});
    list("checks", {{"memory", policy.checks.memory},
                    {"races", policy.checks.races},
                    {"initialization", policy.checks.initialization},
                    {"synchronization", policy.checks.synchronization}});
    list("considers", {{"atomics", policy.has_atomics},
                       {"flags", policy.follows_flags},
                       {"guesses", policy.follows_guesses},
                       {"read-only-loads", policy.follows_read_only_loads},
                       {"same-values", policy.forgives_same_values}});
    return text;
}

} // namespace warploom::simt
