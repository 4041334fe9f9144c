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

/// Returns a table with one row per number of GPUs. Columns: `gpus`; `machine`; `status`; `reason`; `time_ns` with
/// `q1_ns`, `q3_ns` and `samples`; `speedup` (t(1) / t(P)) and `efficiency` (speedup divided by P), which are empty if
/// there is no time for one GPU; `gflops`; `gbytes_per_s`; `exchanged_bytes` (between the GPUs); `slower` (why several
/// GPUs are not faster than one; empty if they are faster); and `detail`. The metadata of the table contains the
/// environment and the settings. If `runs` is not null, appends all runs to it. After cancellation, returns partial
/// results. Errors: "scaling.operation"; "scaling.gpus" if the computer has fewer GPUs; "machine.unknown" if it has
/// none; any error from loading the matrix or from complete_settings.
Table run_scaling(const ScalingCommand& command, const MachineList& machines, const RunObserver& observer = {},
                  std::vector<Run>* runs = nullptr);

/// Returns the same table as run_scaling() for existing runs, each with a different number of GPUs. The table has an
/// additional column `node`. All runs must come from the same type of machine (see by_machine()), because ratios would
/// otherwise be meaningless.
Table scaling_table(const ScalingCommand& command, const std::vector<NodeRun>& runs);

} // namespace warploom::app
