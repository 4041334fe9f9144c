#pragma once

#include "app/info/describe.h"
#include "app/run/joined_runs.h"
#include "app/run/runner.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Runs one kernel on increasing numbers of GPUs (docs/multi-gpu.md).
struct ScalingCommand {
    Operation operation = Operation::spmv; ///< spmv or cg
    std::string matrix;
    std::string kernel;
    std::vector<int> counts; ///< numbers of GPUs; if empty, 1, 2, 4 and so on up to all
    std::string exchange;    ///< empty, `nccl` or `peer`
    RunSettings settings;    ///< kernels and baseline are ignored
};

/// Returns a table with one row for each count: `gpus`, `machine`, `status`, `reason`, `time_ns` with `q1_ns`, `q3_ns`
/// and `samples`, `speedup` and `efficiency` (t(1) / t(P), and this value divided by P; empty without a time of one
/// GPU), `gflops`, `gbytes_per_s`, `exchanged_bytes` (between the GPUs), `slower` (why several GPUs are not faster than
/// one; empty if they are), `detail`; environment and settings are its facts. `runs`, if not null, receives every run.
/// Errors: "scaling.operation", "scaling.gpus" if there are fewer GPUs, "machine.unknown" if there are none, errors of
/// loading the matrix and of complete_settings. If canceled, returns the partial result.
Table run_scaling(const ScalingCommand& command, const MachineList& machines, const RunObserver& observer = {},
                  std::vector<Run>* runs = nullptr);

/// Returns the same table for runs that were made elsewhere, each on its own number of GPUs, with the `node` of each.
/// They must be of one type of machine (by_machine()), so that ratios are meaningful.
Table scaling_table(const ScalingCommand& command, const std::vector<NodeRun>& runs);

} // namespace warploom::app
