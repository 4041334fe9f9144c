#pragma once

#include "app/problem/problem.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace warploom::app {

/// Callbacks of a run. Any of them may be empty. All are called on the thread of the run.
struct RunObserver {
    std::function<void(const std::string& stage, const std::string& detail)>
        stage; ///< stages: `converting`, `expecting` (no gain from several GPUs), `checking` and `measuring`
    /// Called with a row that has new samples; `first_new` is the index of the first new sample.
    std::function<void(const Row& row, std::size_t first_new)> samples;
    std::function<void(const Row& row)>
        row; ///< called when a row is finished; values that depend on the baseline are added later
    std::function<void(const InputInfo&)> input; ///< called before the first kernel is bound
    const std::atomic<bool>* cancelled = nullptr;
    double row_ns = 0; ///< time limit for measuring a row; if 0, the limit in the settings applies
};

/// Checks and then measures every combination of kernel, precision, block size and number of threads, as described in
/// docs/measuring.md. Kernels that fit in memory together are interleaved in random order. If canceled, returns the
/// partial result. Errors before anything runs: all errors of complete_settings.
Run run_problem(kernels::Machine& machine, Problem& problem, const RunSettings& settings,
                const RunObserver& observer = {});

} // namespace warploom::app
