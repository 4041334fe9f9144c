#pragma once

#include "app/info/describe.h"
#include "app/run/joined_runs.h"
#include "app/run/runner.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Settings for running one kernel on different numbers of GPUs (docs/multi-gpu.md).
struct ScalingCommand {
    Operation operation = Operation::spmv;
    std::string matrix;
    std::string kernel;
    std::vector<int> counts; ///< numbers of GPUs; if empty: 1, 2, 4 and so on, up to all GPUs of the computer
    std::string exchange;    ///< method of exchanging data between GPUs: `nccl`, `peer`, or empty for the default
    RunSettings settings;    ///< settings of each run; the kernels and the baseline are ignored
};

/// Returns a table with one row per number of GPUs. The column `speedup` contains t(1) / t(P), and `efficiency`
/// contains the speedup divided by P. Both are empty if one GPU was not measured. `exchanged_bytes` counts the bytes
/// exchanged between the GPUs. `slower` states why several GPUs are not faster than one, and is empty if they are
/// faster. The metadata of the table contains the environment and the settings. If `runs` is not null, appends all runs
/// to it. After cancellation, returns partial results. Errors: "scaling.operation"; "scaling.gpus" if the computer has
/// fewer GPUs; "machine.unknown" if it has none; any error from loading the matrix or from complete_settings.
Table run_scaling(const ScalingCommand& command, const MachineList& machines, const RunObserver& observer = {},
                  std::vector<Run>* runs = nullptr);

/// Returns the same table as run_scaling() for existing runs, each with a different number of GPUs. The table has an
/// additional column `node`. All runs must come from the same type of machine (see by_machine()), because ratios would
/// otherwise be meaningless.
Table scaling_table(const ScalingCommand& command, const std::vector<NodeRun>& runs);

} // namespace warploom::app
