#include "app/run/run_plan.h"

#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

Table result_table(const Run& run) {
    return protocol::result_table(run, std::string(spec_of(run.operation).words().formula) + ", " + run.input.name +
                                           ", " + run.environment.machine.title);
}

namespace {

template <class T> void remove_repeats(std::vector<T>& list) {
    std::vector<T> once;
    for (const T& item : list)
        if (std::find(once.begin(), once.end(), item) == once.end()) once.push_back(item);
    list = std::move(once);
}

void require_threads(int threads) {
    constexpr int most = 4096; // limits the number of threads, so that a typo does not start thousands of them
    if (threads < 0 || threads > most)
        throw Error("run.threads", sentence("A kernel cannot run with {n} {n:thread|threads}.", {{"n", threads}}),
                    sentence("Use a number of threads up to {most}, or 0 for all cores.", {{"most", most}}));
}

/// Returns the simplest kernel in the list of kernels, which is the default baseline for speedups. The list must not be
/// empty.
std::string plainest_of(const OperationSpec& spec, const kernels::Machine& machine,
                        const std::vector<std::string>& kernels) {
    for (const auto& name : spec.plain_kernels(machine.info().kind == MachineKind::cpu))
        if (std::find(kernels.begin(), kernels.end(), name) != kernels.end()) return name;
    return kernels.front();
}

} // namespace

RunSettings complete_settings(const kernels::Machine& machine, Operation operation, RunSettings settings) {
    const OperationSpec& spec = spec_of(operation);
    for (auto& name : settings.kernels) name = spec.plan(name).name;
    if (!settings.baseline.empty()) settings.baseline = spec.plan(settings.baseline).name;
    for (const int block : settings.blocks) kernels::require_block(block);
    for (const int threads : settings.threads) require_threads(threads);
    spec.require_sense(settings);
    protocol::require_numbers(settings);

    if (settings.kernels.empty()) settings.kernels = spec.usual_kernels(machine);
    if (settings.blocks.empty()) settings.blocks = {128};
    if (settings.precisions.empty()) settings.precisions = {Precision::float64};
    if (settings.threads.empty()) settings.threads = {0};
    remove_repeats(settings.kernels);
    remove_repeats(settings.blocks);
    remove_repeats(settings.precisions);
    remove_repeats(settings.threads);

    const auto is_listed = [&](const std::string& name) {
        return std::find(settings.kernels.begin(), settings.kernels.end(), name) != settings.kernels.end();
    };
    if (settings.baseline.empty() && !settings.kernels.empty())
        settings.baseline = plainest_of(spec, machine, settings.kernels);
    else if (!settings.baseline.empty() && !is_listed(settings.baseline))
        settings.kernels.insert(settings.kernels.begin(), settings.baseline);
    return settings;
}

std::vector<Row> plan_rows(const kernels::Machine& machine, Operation operation, const RunSettings& settings) {
    const OperationSpec& spec = spec_of(operation);
    std::vector<Row> rows;
    for (const auto& name : settings.kernels) {
        const PlannedKernel kernel = spec.plan(name);
        Row row;
        row.kernel = name;
        row.machine = machine.info().id;
        row.time.cache = settings.cache;
        row.time.kind = machine.card() != nullptr ? measure::TimeKind::modelled : measure::TimeKind::measured;
        row.reason = kernel.why_not_on(machine);
        if (!row.reason.empty()) {
            row.code = "kernel.machine";
            row.hint = sentence("Choose another machine, or remove the kernel.");
        }
        const bool has_threads = spec.takes_threads() && kernel.info->runs_on == RunsOn::host;
        for (const auto precision : settings.precisions)
            for (const int block : kernel.takes_block() ? settings.blocks : std::vector<int>{0})
                for (const int threads : has_threads ? settings.threads : std::vector<int>{0}) {
                    row.precision = precision;
                    row.block = block;
                    if (has_threads) row.threads = threads;
                    rows.push_back(row);
                }
    }
    return rows;
}

} // namespace warploom::app
