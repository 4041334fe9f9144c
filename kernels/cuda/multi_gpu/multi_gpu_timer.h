#pragma once

#include "engine/cuda/timing.h"
#include "engine/measure/statistics.h"
#include "kernels/cuda/multi_gpu/rank_barrier.h"
#include "kernels/cuda/multi_gpu/rank_group.h"

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace warploom::kernels {

/// Measures the time of work on all ranks of a group. A sample starts at a common synchronization point and ends when
/// the slowest rank finishes, according to the clock of the first rank's GPU. A sample includes the cost of starting
/// and synchronizing. With several processes, each process measures its own time from a common synchronization point,
/// and the longest time is used.
class MultiGpuTimer {
public:
    /// Constructs a timer. `meet` enqueues a wait for the ranks in all other processes (see Traffic::meet).
    MultiGpuTimer(RankGroup& group, std::function<void()> meet);

    measure::Sample cold(const std::function<void()>& enqueue);
    measure::Sample warm(const std::function<void()>& enqueue, int batch);
    /// Returns the sum of the copy bandwidths of all GPUs, each of which is counted once.
    double copy_bandwidth();

private:
    measure::Sample timed(const std::function<void()>& enqueue, int batch);

    RankGroup& group_;
    std::function<void()> meet_;
    std::optional<RankBarrier> barrier_;               ///< barrier between ranks; if it is not set, events are used
    std::vector<std::unique_ptr<cuda::Timer>> timers_; ///< timers of the ranks in this process
    std::unique_ptr<RankEvent> start_, stop_;          ///< timing events on the GPU of the first local rank
    double queue_ns_ = 100e3;                          ///< recent maximum of the time in ns to enqueue one launch
};

} // namespace warploom::kernels
