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
/// the slowest rank finishes. It includes the overhead of starting and synchronizing, and is measured by the clock of
/// the first rank's GPU. With several processes, each one measures its own time, and the longest is used.
class MultiGpuTimer {
public:
    /// Constructs a timer. `meet` enqueues a wait for all other processes (see Traffic::meet).
    MultiGpuTimer(RankGroup& group, std::function<void()> meet);

    measure::Sample cold(const std::function<void()>& enqueue);
    measure::Sample warm(const std::function<void()>& enqueue, int batch);
    /// Returns the total copy bandwidth of all GPUs, counting each GPU once.
    double copy_bandwidth();

private:
    measure::Sample timed(const std::function<void()>& enqueue, int batch);

    RankGroup& group_;
    std::function<void()> meet_;
    std::optional<RankBarrier> barrier_; ///< barrier between ranks; if not set, events are used
    std::vector<std::unique_ptr<cuda::Timer>> timers_;
    std::unique_ptr<RankEvent> start_, stop_; ///< timing events on the GPU of the first local rank
    double queue_ns_ = 100e3;                 ///< recent maximum time to enqueue one launch, in ns
};

} // namespace warploom::kernels
