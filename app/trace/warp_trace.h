#pragma once

#include "app/trace/kernel_settings.h"
#include "app/trace/trace_subject.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/simulated/trace.h"
#include "kernels/machine/machine.h"

#include <atomic>
#include <bit>
#include <cstdint>
#include <vector>

namespace warploom::app {

/// Calls f(lane) for each lane whose bit in `lanes` is set. For example, calls f(0) and f(2) for 0b101.
template <class F> void for_each_lane(std::uint32_t lanes, const F& f) {
    for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

/// Selects the warp to trace.
struct WarpSettings : KernelSettings {
    Operation operation = Operation::spmv;
    int launch = 0;
    std::int64_t block_index = 0;
    int warp = 0;
};

/// The recorded steps of one warp, and the data for displaying them.
struct WarpTrace {
    /// Maximum number of recorded steps. It is derived from the maximum line length of the protocol.
    static constexpr std::size_t most_steps = 40000;

    std::vector<simulated::LaunchInfo> launches;
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::vector<simulated::WarpInstruction> steps;
    std::int64_t all_steps = 0;
    std::vector<double> result; ///< contents of the result array after the kernel has run
};

/// Traces the block that contains the warp. Errors: "trace.launch", "trace.block" and "trace.warp", each with the valid
/// range; "cancelled".
WarpTrace trace_warp(const TraceSubject& subject, const WarpSettings& settings, const std::atomic<bool>* cancelled);

} // namespace warploom::app
