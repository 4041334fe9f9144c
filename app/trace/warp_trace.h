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

/// f(0), f(2) for lanes 0 and 2.
template <class F> void for_each_lane(std::uint32_t lanes, const F& f) {
    for (; lanes != 0; lanes &= lanes - 1) f(std::countr_zero(lanes));
}

/// Which warp is watched.
struct WarpSettings : KernelSettings {
    Operation operation = Operation::spmv;
    int launch = 0;               ///< of the launches that one call makes
    std::int64_t block_index = 0; ///< in the grid of that launch
    int warp = 0;                 ///< in the block
};

/// Every step of one warp.
struct WarpTrace {
    /// More than fit into a line of the wire anyway.
    static constexpr std::size_t most_steps = 40000;

    std::vector<simulated::LaunchInfo> launches; ///< all of them
    std::vector<simulated::TracedArray> arrays;
    std::vector<simulated::Site> sites;
    std::vector<simulated::WarpInstruction> steps; ///< the first `most_steps`
    std::int64_t all_steps = 0;
    std::vector<double> result; ///< as the kernel left it
};

/// Traces that warp's block. Errors: "trace.launch", "trace.block", "trace.warp", each with the valid range;
/// "cancelled".
WarpTrace trace_warp(const TraceSubject& subject, const WarpSettings& settings, const std::atomic<bool>* cancelled);

} // namespace warploom::app
