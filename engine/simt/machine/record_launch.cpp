#include "engine/simt/machine/record_launch.h"

#include "engine/simt/findings/first_writes.h"
#include "engine/simt/findings/launch_findings.h"
#include "engine/simt/machine/block.h"
#include "engine/simt/machine/dry_run.h"
#include "engine/simt/trace/findings.h"
#include "engine/simt/trace/site_table.h"

#include <algorithm>
#include <optional>

namespace warploom::simt {

namespace {

LaunchShadow::Extent extent_of(const LaunchPlan& plan) {
    LaunchShadow::Extent extent{
        plan.blocks(), plan.block_size(), {}, plan.policy.has_atomics, plan.policy.follows_flags};
    const auto& code = plan.code->instructions;
    for (std::size_t pc = 0; pc < code.size(); ++pc)
        if (const Op op = code[pc].op; op == Op::load || op == Op::store || op == Op::atomic)
            extent.accesses.push_back(static_cast<std::uint32_t>(pc));
    return extent;
}

RecordedLaunch description_of(const LaunchPlan& plan) {
    const LaunchPolicy& policy = plan.policy;
    const bool is_ascending = policy.blocks == LaunchPolicy::Blocks::ascending;
    RecordedLaunch launch;
    launch.kernel = plan.code->name.c_str();
    launch.block_size = plan.block_size();
    launch.turns_ahead = plan.code->turns_ahead;
    launch.registers = static_cast<int>(plan.code->registers);
    launch.is_in_order = is_ascending || policy.blocks == LaunchPolicy::Blocks::one_by_one;
    launch.waits = is_ascending;
    launch.has_waits = policy.has_waits();
    return launch;
}

} // namespace

void record_launch(LaunchPlan plan, Recorder& recorder, LaunchShadow& shadow, const RunPlanned& run) {
    plan.policy = policy_of(*plan.code, recorder.rules());
    const LaunchPolicy policy = plan.policy;
    const bool is_ahead = policy.blocks == LaunchPolicy::Blocks::ahead;
    Guesses guesses;
    if (policy.follows_guesses) plan.guesses = &guesses;
    FlagOrder order(is_ahead ? std::min(plan.blocks(), DryRun::most_checked) : plan.blocks());
    if (policy.follows_flags) plan.order = &order;
    Findings found, same_values;
    if (policy.forgives_same_values) plan.same_values = &same_values;
    std::optional<ReadOnlyLoads> read_only;
    if (policy.follows_read_only_loads && policy.checks.races) plan.read_only = &read_only.emplace(plan.objects);
    for (const Object& object : plan.objects)
        if (object.first_writes != nullptr && policy.has_waits()) object.first_writes->begin_waits();
    for (std::size_t o = 1; o < plan.objects.size(); ++o)
        if (const Object& object = plan.objects[o]; object.may_change) shadow.set_size(o, object.bytes / object.grain);
    const bool is_compared = policy.checks.races && shadow.begin_launch(extent_of(plan), policy.runs_alone);
    if (is_compared) plan.shadow = &shadow;

    const LaunchPlan whole = plan; // make a copy, because a DryRun removes the checks from `plan`
    RecordedLaunch launch = description_of(plan);
    launch.make_block = [&plan](SiteTable& sites, Findings& findings) -> std::unique_ptr<SteppedBlock> {
        return std::make_unique<Block>(plan, &sites, findings);
    };
    bool is_whole = true;
    if (is_ahead) {
        DryRun dry_run(plan);
        found = dry_run.run();
        plan = repeated(plan);
        recorder.record(launch, plan.blocks(), [](std::int64_t, std::int64_t) {});
        dry_run.restore();
    } else {
        is_whole = recorder.record(launch, plan.blocks(),
                                   [&](std::int64_t first, std::int64_t last) { run(plan, first, last); });
    }

    const std::string& file = *whole.file;
    // With incorrect synchronization, there can be races both on the awaited value and on the data read after it. Both
    // are reported.
    guesses.give([&](Finding finding) {
        if (policy.checks.races) found.add(std::move(finding));
    });
    for (auto race = is_compared ? shadow.first_race(0, guesses) : std::nullopt; race;
         race = policy.has_waits() ? shadow.first_race(race->object + 1, guesses) : std::nullopt) {
        const Object& object = whole.objects[race->object];
        race->element = race->element * object.grain / object.element_bytes;
        found.add(finding_of(*race, object.name, *whole.code, file));
    }
    for (auto& read : read_only ? read_only->found() : std::vector<ReadOnlyLoads::Found>{}) {
        const Object& object = whole.objects[read.object];
        read.element = read.element * object.grain / object.element_bytes;
        found.add(finding_of(read, object.name, *whole.code, file));
    }
    for (const Object& object : whole.objects)
        if (object.first_writes != nullptr && policy.checks.initialization)
            for (const auto& read : object.first_writes->early_reads(policy.depends_on_order() && is_whole))
                found.add(finding_of(read, object.name, *whole.code, file));
    recorder.add(found);
    if (!same_values.is_empty()) recorder.add_same_values(same_values);
}

} // namespace warploom::simt
