#include "kernels/cuda/multi_gpu/multi_gpu_timer.h"

#include "kernels/cuda/gpu/elapsed.h"

#include <algorithm>
#include <set>

namespace warploom::kernels {

MultiGpuTimer::MultiGpuTimer(RankGroup& group) : group_(group) {
    for (int r = 0; r < group_.size(); ++r) timers_.push_back(std::make_unique<cuda::Timer>(group_[r].device()));
    group_[0].use();
    start_ = std::make_unique<RankEvent>(cudaEventDefault);
    stop_ = std::make_unique<RankEvent>(cudaEventDefault);
}

measure::Sample MultiGpuTimer::timed(const std::function<void()>& enqueue, int batch) {
    // The first rank spins until the host has queued the work of all, or nearly; the others wait for it.
    group_.first_follows_others();
    group_[0].use();
    timers_[0]->hold(std::min(50e3 + 1.5 * queue_ns_ * batch, 5e6));
    start_->record(group_[0].stream());
    for (int r = 1; r < group_.size(); ++r) {
        group_[r].use();
        start_->await(group_[r].stream());
    }
    const double queued = elapsed_ns([&] {
        for (int i = 0; i < batch; ++i) enqueue();
    });
    group_.first_follows_others();
    group_[0].use();
    stop_->record(group_[0].stream());
    for (int r = 0; r < group_.size(); ++r) {
        group_[r].use();
        timers_[r]->probe_clock();
    }
    group_.finish();
    queue_ns_ = std::max(0.9 * queue_ns_, queued / batch);

    group_[0].use();
    float milliseconds = 0;
    WARPLOOM_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_->get(), stop_->get()));
    measure::Sample sample;
    sample.time_ns = static_cast<double>(milliseconds) * 1e6 / batch;
    sample.batch = batch;
    for (int r = 0; r < group_.size(); ++r) {
        const double clock = timers_[r]->probed_clock_mhz();
        if (r == 0 || clock < sample.clock_mhz) sample.clock_mhz = clock;
        sample.discarded = sample.discarded || clock < 0.75 * group_[r].device()->default_clock_mhz();
    }
    return sample;
}

measure::Sample MultiGpuTimer::cold(const std::function<void()>& enqueue) {
    for (int r = 0; r < group_.size(); ++r) {
        group_[r].use();
        timers_[r]->flush();
    }
    return timed(enqueue, 1);
}

measure::Sample MultiGpuTimer::warm(const std::function<void()>& enqueue, int batch) { return timed(enqueue, batch); }

double MultiGpuTimer::copy_bandwidth() {
    std::set<int> counted;
    double sum = 0;
    for (int r = 0; r < group_.size(); ++r)
        if (counted.insert(group_[r].ordinal()).second) sum += timers_[r]->copy_bandwidth();
    return sum;
}

} // namespace warploom::kernels
