#pragma once

#include "app/advice/matrix_list.h"
#include "app/advice/measured_times.h"
#include "app/run/runner.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Settings for measuring the kernel times that are used to evaluate recommendations.
struct MeasuringSettings {
    std::vector<ListedMatrix> matrices;
    std::vector<Precision> precisions{Precision::float64, Precision::float32};
    std::vector<std::string> kernels; ///< SpMV kernels; if empty, all kernels that the machine can run
    /// Samples per kernel and matrix. A kernel that is much slower than the fastest gets only one sample.
    int samples = 9;
    double seconds = 0; ///< seconds after which no new matrix is started; 0 for no limit
};

struct MeasuringCost {
    std::string kernel;
    double bound_s = 0; ///< seconds to copy the matrix, preprocess it and make the first call
    double sampled_s = 0;
    std::int64_t matrices = 0;
};
Table cost_table(const std::vector<MeasuringCost>& costs, double waited_s);

struct Measured {
    std::vector<MeasuringCost> costs;
    double waited_s = 0;   ///< time in seconds spent waiting for background threads to generate matrices
    bool is_whole = false; ///< whether the file covers every matrix in the list
};

/// Appends the times of all kernels on each matrix to a file. Skips matrices that are already in the file. Background
/// threads generate the next matrices during the measurements. Every result is checked. A kernel is skipped if its
/// memory traffic and the work of its busiest thread show that it takes more than three times the best time so far. If
/// the first sample of a kernel exceeds this limit, no more samples are taken. Samples of the other kernels are
/// interleaved in random order. `csr-vector` and `cusparse-csr` are always measured. Errors: "kernel.unknown",
/// "kernel.machine", "device.fault", "file.write".
Measured measure_times(kernels::Machine& machine, const MeasuringSettings& settings, TimesFile& file,
                       const RunObserver& observer = {});

/// Returns the header line for a file of kernel times from this machine.
TimedMachine measured_machine(const kernels::Machine& machine, const MeasuringSettings& settings);

} // namespace warploom::app
