#pragma once

#include "app/advice/matrix_list.h"
#include "app/advice/measured_times.h"
#include "app/run/runner.h"
#include "engine/table.h"

#include <string>
#include <vector>

namespace warploom::app {

/// Settings of the measurements with which recommendations are evaluated.
struct MeasuringSettings {
    std::vector<ListedMatrix> matrices;
    std::vector<Precision> precisions{Precision::float64, Precision::float32};
    std::vector<std::string> kernels; ///< spmv kernels; if empty, all that run on the machine
    /// Number of samples per kernel and matrix. A kernel that is far slower than the fastest gets a single sample.
    int samples = 9;
    double seconds = 0; ///< time after which no further matrix is started; 0 for no limit
};

/// How the measuring machine spent its time.
struct MeasuringCost {
    std::string kernel;
    double bound_s = 0; ///< time for copying the matrix, preprocessing by the kernel, and a first call
    double sampled_s = 0;
    std::int64_t matrices = 0;
};
Table cost_table(const std::vector<MeasuringCost>& costs, double waited_s);

struct Measured {
    std::vector<MeasuringCost> costs;
    double waited_s = 0;   ///< time spent waiting for matrices that were not ready
    bool is_whole = false; ///< whether the file contains every matrix of the list
};

/// Adds the times of all kernels on each matrix to a file. Matrices that are already in the file are skipped. While one
/// matrix is measured, other threads generate the next ones. Every result is checked. A kernel is skipped if its lower
/// bound, from its bytes and its longest thread, is three times the best time so far. It gets a single sample if its
/// first sample is that slow. All other samples are interleaved in random order. `csr-vector` and `cusparse-csr` are
/// always measured. Errors: "kernel.unknown", "kernel.machine", "device.fault", "file.write".
Measured measure_times(kernels::Machine& machine, const MeasuringSettings& settings, TimesFile& file,
                       const RunObserver& observer = {});

/// Returns the first line of a file for this machine.
TimedMachine measured_machine(const kernels::Machine& machine, const MeasuringSettings& settings);

} // namespace warploom::app
