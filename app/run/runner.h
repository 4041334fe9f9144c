#pragma once

#include "app/problem/problem.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace warploom::app {

/// Callbacks of a benchmark run, which are called on the thread that performs the run. Each callback may be empty.
struct RunObserver {
    /// Called with the current stage: `converting`, `expecting` (several GPUs are not expected to be faster than one),
    /// `checking` or `measuring`.
    std::function<void(const std::string& stage, const std::string& detail)> stage;
    /// Called when a result row has new samples. `first_new` is the index of the first new sample.
    std::function<void(const Row& row, std::size_t first_new)> samples;
    /// Called when a result row is finished. Values relative to the baseline are added later.
    std::function<void(const Row& row)> row;
    /// Called with properties of the input before the first kernel is bound.
    std::function<void(const InputInfo&)> input;
    const std::atomic<bool>* cancelled = nullptr;
    double row_ns = 0; ///< time limit in nanoseconds for measuring a result row; if 0, the limit in the settings
};

/// Checks and measures each combination of kernel, precision, block size and number of threads, as described in
/// docs/measuring.md. Kernels that fit in memory together are interleaved in random order. After cancellation, returns
/// partial results. Errors, before anything runs: any error from complete_settings.
Run run_problem(kernels::Machine& machine, Problem& problem, const RunSettings& settings,
                const RunObserver& observer = {});

} // namespace warploom::app
