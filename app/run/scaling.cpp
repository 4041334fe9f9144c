#include "app/run/scaling.h"

#include "app/operations/operation.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

namespace {

int gpus_of(const MachineList& machines) {
    return static_cast<int>(std::count_if(machines.begin(), machines.end(), [](const auto& machine) {
        return machine->info().kind == MachineKind::cuda && machine->info().ranks == 1;
    }));
}

std::vector<int> counts_for(const ScalingCommand& command, int present) {
    if (present == 0)
        throw Error("machine.unknown", sentence("No GPU is available: {reason}", {{"reason", kernels::why_no_cuda()}}),
                    sentence("Scaling is measured, which requires real GPUs."));
    std::vector<int> counts = command.counts;
    if (counts.empty()) {
        for (int count = 1; count <= present; count *= 2) counts.push_back(count);
        if (counts.back() != present) counts.push_back(present);
    }
    for (const int count : counts)
        if (count < 1 || count > present)
            throw Error("scaling.gpus",
                        sentence("Cannot use {n} {n:GPU|GPUs}: this computer has {present}.",
                                 {{"n", count}, {"present", present}}),
                        sentence("Use numbers from 1 to {present}, separated by commas.", {{"present", present}}));
    return counts;
}

std::string machine_of(int count, const std::string& exchange) {
    std::string id = "cuda:0";
    for (int ordinal = 1; ordinal < count; ++ordinal) id += "," + std::to_string(ordinal);
    return count > 1 && !exchange.empty() ? id + "+" + exchange : id;
}

/// Returns the number of GPUs that a run uses, such as 2 for `cuda:0,1+peer`.
int count_of(const Run& run) {
    const std::string& id = run.environment.machine.id;
    return 1 + static_cast<int>(std::count(id.begin(), id.end(), ','));
}

Table empty_table(const ScalingCommand& command) {
    return {sentence("{kernel} on {matrix}", {{"kernel", command.kernel}, {"matrix", command.matrix}}),
            {{"gpus", ""},
             {"machine", ""},
             {"precision", ""},
             {"block", ""},
             {"status", ""},
             {"reason", ""},
             {"time", "ns"},
             {"q1", "ns"},
             {"q3", "ns"},
             {"samples", ""},
             {"speedup", ""},
             {"efficiency", ""},
             {"gflops", "gflop_per_s"},
             {"bandwidth", "gbytes_per_s"},
             {"exchanged", "bytes"},
             {"slower", ""},
             {"detail", ""}}};
}

/// Adds the result rows of a run to the table. `of_one` contains the rows for one GPU, which are the baseline.
void add_rows(Table& table, const Run& run, int count, const std::vector<Row>& of_one) {
    for (const Row& row : run.results) {
        const auto one = std::find_if(of_one.begin(), of_one.end(), [&](const Row& other) {
            return other.precision == row.precision && other.block == row.block && other.has_time();
        });
        const bool has_ratio = one != of_one.end() && row.has_time();
        const double speedup = has_ratio ? one->time.median / row.time.median : not_known;
        const std::string slower = has_ratio && row.exchange
                                       ? protocol::why_slower(*row.exchange, one->time.median, row.time.median)
                                       : std::string();
        table.add_row({std::int64_t{count}, row.machine, kernels::to_string(row.precision), std::int64_t{row.block},
                       to_string(row.status), row.reason, number_cell(row.has_time() ? row.time.median : not_known),
                       number_cell(row.has_time() ? row.time.q1 : not_known),
                       number_cell(row.has_time() ? row.time.q3 : not_known), static_cast<std::int64_t>(row.time.count),
                       number_cell(speedup), number_cell(speedup / count), number_cell(row.gflops),
                       number_cell(row.gbytes_per_s),
                       number_cell(row.exchange ? row.exchange->total_bytes() : not_known), slower, row.detail});
    }
}

} // namespace

Table run_scaling(const ScalingCommand& command, const MachineList& machines, const RunObserver& observer,
                  std::vector<Run>* runs) {
    if (!spec_of(command.operation).is_shared_among_gpus())
        throw Error("scaling.operation",
                    sentence("The operation {operation} runs on a single GPU only.",
                             {{"operation", kernels::to_string(command.operation)}}),
                    sentence("Use scaling with spmv or cg."));
    const std::vector<int> counts = counts_for(command, gpus_of(machines));
    RunSettings settings = command.settings;
    settings.kernels = {command.kernel};
    settings.baseline.clear();
    Progress progress{{}, observer.cancelled};
    Inputs inputs;
    const auto problem = spec_of(command.operation).open(inputs, command.matrix, settings, progress);

    Table table = empty_table(command);
    std::vector<Row> of_one; // result rows for one GPU, which are the baseline
    for (const int count : counts) {
        const auto machine = find_machine(machines, machine_of(count, command.exchange));
        const Run run = run_problem(*machine, *problem, settings, observer);
        if (table.facts.empty()) table.facts = result_table(run).facts;
        if (count == 1) of_one = run.results;
        add_rows(table, run, count, of_one);
        if (runs != nullptr) runs->push_back(run);
        if (run.was_cancelled) break;
    }
    return table;
}

Table scaling_table(const ScalingCommand& command, const std::vector<NodeRun>& runs) {
    Table table = empty_table(command);
    std::vector<std::string> nodes;
    std::vector<Row> of_one;
    for (const NodeRun& each : runs)
        if (count_of(each.run) == 1) of_one = each.run.results;
    for (const NodeRun& each : runs) {
        if (table.facts.empty()) table.facts = result_table(each.run).facts;
        add_rows(table, each.run, count_of(each.run), of_one);
        nodes.resize(table.rows.size(), each.node);
    }
    table.columns.push_back({"node", ""});
    for (std::size_t i = 0; i < nodes.size(); ++i) table.rows[i].emplace_back(nodes[i]);
    return table;
}

} // namespace warploom::app
