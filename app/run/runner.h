#pragma once

#include "app/problem/problem.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace warploom::app {

/// Observer of a run. Each member may stay empty; all are called from the thread that runs.
struct RunObserver {
    std::function<void(const std::string& stage, const std::string& detail)>
        stage; ///< `converting`, `expecting` (no gain from several GPUs), `checking`, `measuring`
    std::function<void(const Row& row, std::size_t first_new)> samples; ///< at least every 100 ms, or a sample
    std::function<void(const Row& row)>
        row; ///< a row is finished, except for values that need the baseline (speedup, break-even)
    std::function<void(const InputInfo&)> input; ///< before the first kernel is bound
    const std::atomic<bool>* cancelled = nullptr;
    double row_ns = 0; ///< a row is measured for so long at most; 0: as the settings have it
};

/// Checks and then measures every kernel x precision x block x threads (kernels without a block size once), as
/// described in docs/measuring.md. Kernels are interleaved in random order as far as they fit in memory together. A
/// canceled run returns its partial result. Errors, before anything ran: those of complete_settings.
Run run_problem(kernels::Machine& machine, Problem& problem, const RunSettings& settings,
                const RunObserver& observer = {});

} // namespace warploom::app
