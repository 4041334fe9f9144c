#pragma once

#include "app/info/describe.h"
#include "app/run/joined_runs.h"
#include "app/run/runner.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

/// One kernel on more and more GPUs (docs/multi-gpu.md).
struct ScalingCommand {
    Operation operation = Operation::spmv; ///< or cg
    std::string matrix;
    std::string kernel;
    std::vector<int> counts; ///< of GPUs; empty: 1, 2, 4 ... and all there are
    std::string exchange;    ///< empty, `nccl` or `peer`
    RunSettings settings;    ///< kernels and baseline are not read
};

/// One row for each count: `gpus`, `machine`, `status`, `reason`, `time_ns` with `q1_ns`, `q3_ns` and `samples`,
/// `speedup` and `efficiency` (t(1) / t(P), and that divided by P; empty without a time of one GPU), `gflops`,
/// `gbytes_per_s`, `exchanged_bytes` (between the GPUs), `slower` (why several GPUs are not faster than one; empty
/// where they are), `detail`; environment and settings are its facts. `runs`, if not null, receives every run.
/// Errors: "scaling.operation", "scaling.gpus" where there are fewer, "machine.unknown" where there is none, those of
/// loading the matrix and of complete_settings. If canceled, returns the partial result.
Table run_scaling(const ScalingCommand& command, const MachineList& machines, const RunObserver& observer = {},
                  std::vector<Run>* runs = nullptr);

/// The same table of runs that were made elsewhere, each on its own number of GPUs, with the `node` of each. They are
/// of one kind of machine (by_machine()), so that a ratio has a meaning.
Table scaling_table(const ScalingCommand& command, const std::vector<NodeRun>& runs);

} // namespace warploom::app
