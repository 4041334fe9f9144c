#include "kernels/cuda/multi_gpu/multi_gpu_timer.h"

#include "engine/elapsed.h"

#include <algorithm>
#include <set>
#include <utility>

namespace warploom::kernels {

MultiGpuTimer::MultiGpuTimer(RankGroup& group, std::function<void()> meet) : group_(group), meet_(std::move(meet)) {
    for (const int r : group_.here()) timers_.push_back(std::make_unique<cuda::Timer>(group_[r].device()));
    if (RankBarrier::is_possible(group_)) barrier_.emplace(group_);
    group_[group_.first()].use();
    start_ = std::make_unique<RankEvent>(cudaEventDefault);
    stop_ = std::make_unique<RankEvent>(cudaEventDefault);
}

measure::Sample MultiGpuTimer::timed(const std::function<void()>& enqueue, int batch) {
    const RankGpu& first = group_[group_.first()];
    // The first rank spins until the host has enqueued (nearly) all of the work. The other ranks wait for it.
    group_.first_follows_others();
    first.use();
    timers_[0]->hold(std::min(50e3 + 1.5 * queue_ns_ * batch, 5e6));
    if (group_.world() != nullptr) meet_();
    if (barrier_) barrier_->start();
    first.use();
    start_->record(first.stream());
    for (const int r : group_.here()) {
        if (r == group_.first() || barrier_) continue;
        group_[r].use();
        start_->await(group_[r].stream());
    }
    const double queued = elapsed_ns([&] {
        for (int i = 0; i < batch; ++i) enqueue();
    });
    if (barrier_) barrier_->gather();
    else group_.first_follows_others();
    first.use();
    stop_->record(first.stream());
    for (std::size_t i = 0; i < timers_.size(); ++i) {
        group_[group_.here()[i]].use();
        timers_[i]->probe_clock();
    }
    group_.finish();
    queue_ns_ = std::max(0.9 * queue_ns_, queued / batch);

    first.use();
    float milliseconds = 0;
    WARPLOOM_CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start_->get(), stop_->get()));
    measure::Sample sample;
    sample.time_ns = group_.slowest(static_cast<double>(milliseconds) * 1e6 / batch);
    sample.batch = batch;
    for (std::size_t i = 0; i < timers_.size(); ++i) {
        const double clock = timers_[i]->probed_clock_mhz();
        if (i == 0 || clock < sample.clock_mhz) sample.clock_mhz = clock;
        sample.discarded = sample.discarded || clock < 0.75 * group_[group_.here()[i]].device()->default_clock_mhz();
    }
    sample.clock_mhz = -group_.slowest(-sample.clock_mhz); // lowest clock frequency of all ranks
    sample.discarded = !group_.all(!sample.discarded);
    return sample;
}

measure::Sample MultiGpuTimer::cold(const std::function<void()>& enqueue) {
    for (std::size_t i = 0; i < timers_.size(); ++i) {
        group_[group_.here()[i]].use();
        timers_[i]->flush();
    }
    return timed(enqueue, 1);
}

measure::Sample MultiGpuTimer::warm(const std::function<void()>& enqueue, int batch) { return timed(enqueue, batch); }

double MultiGpuTimer::copy_bandwidth() {
    std::set<int> counted;
    double sum = 0;
    for (std::size_t i = 0; i < timers_.size(); ++i)
        if (counted.insert(group_[group_.here()[i]].ordinal()).second) sum += timers_[i]->copy_bandwidth();
    if (group_.world() == nullptr) return sum;
    double all = 0;
    for (const double part : group_.world()->gather(sum)) all += part;
    return all;
}

} // namespace warploom::kernels
