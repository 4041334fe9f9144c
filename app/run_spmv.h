#pragma once

#include "app/run_result.h"
#include "engine/matrix/csr_matrix.h"

#include <atomic>
#include <cstddef>
#include <functional>

namespace warploom::app {

/// Who follows a run. Each member may stay empty; all are called from the thread that runs.
struct RunObserver {
    std::function<void(const std::string& stage, const std::string& detail)>
        stage;                                                              ///< `converting`, `checking`, `measuring`
    std::function<void(const SpmvRow& row, std::size_t first_new)> samples; ///< at least every 100 ms, or a sample
    std::function<void(const SpmvRow& row)>
        row; ///< a row is settled, but for what needs the baseline (speed-up, break-even)
    const std::atomic<bool>* cancelled = nullptr;
};

/// Checks and then measures every kernel x precision x block (kernels without a block size once), as docs/measuring.md
/// says. Kernels take turns in random order as far as memory holds them together. A cancelled run gives what it has.
/// Errors, before anything ran: "matrix.unsupported" (complex or too large), "kernel.unknown", "kernel.block", "run.x".
SpmvRun run_spmv(kernels::Machine& machine, const Matrix& matrix, const SpmvSettings& settings,
                 const RunObserver& observer = {});

/// The n entries of x. Errors: "run.x" with what is understood.
std::vector<double> make_x(const std::string& x, std::int64_t n);

} // namespace warploom::app
