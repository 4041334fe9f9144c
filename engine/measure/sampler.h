#pragma once

#include "engine/measure/statistics.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace warploom::measure {

/// When enough samples were taken.
struct StopLimits {
    std::size_t min_samples = 10;
    double min_accumulated_ns = 0.5e9; ///< measured time, all launches of a batch counted
    double max_noise = 0.005;          ///< standard deviation / mean
    bool accepts_any_noise = false;    ///< stop at the two minima, whatever the noise
    double max_wall_ns = 15e9;         ///< everything around the samples (cache flushes) included
    std::size_t max_samples = 5000;    ///< so that short kernels leave charts that can be drawn

    static StopLimits standard() { return {}; }
    /// For a lesson: at least 10 samples and 0.1 s of measured time, and never more than 2 s.
    static StopLimits quick();
};

enum class StopReason {
    none,         ///< not yet
    noise,        ///< the noise fell under its limit
    stable_noise, ///< the noise does not shrink any more
    enough,       ///< the number of samples of the quick preset has been reached
    samples,      ///< `max_samples` was reached
    wall,         ///< `max_wall_ns` was reached
    cancelled
};
constexpr auto words_of(StopReason) {
    return std::array{"none", "noise", "stable noise", "enough", "samples", "wall", "cancelled"};
}

/// Decides after each sample whether to continue. "Stable" follows the idea of NVBench's stdrel criterion: over the
/// last 64 samples the noise itself varied by less than 5 %, so more samples would not change it.
class StopRule {
public:
    explicit StopRule(StopLimits limits) : limits_(limits) {}

    /// Takes a sample and the wall time since sampling began. Discarded samples only count towards the wall and
    /// sample limits.
    StopReason add(const Sample& sample, double wall_ns);
    StopReason reason() const { return reason_; }
    void cancel() { reason_ = StopReason::cancelled; }

private:
    StopReason decide(double wall_ns) const;

    static constexpr std::size_t trail_length = 64;
    StopLimits limits_;
    RunningNoise times_;
    std::deque<double> noise_trail_;
    std::size_t taken_ = 0;
    double accumulated_ns_ = 0;
    StopReason reason_ = StopReason::none;
};

struct SamplerOptions {
    StopLimits limits;
    bool may_batch = true; ///< cold caches allow one launch a sample only
    bool rewarm = false;   ///< launch once, unrecorded, whenever other kernels may have run in between
    int warm_up_runs = 5;
    double warm_up_ns = 25e6;
    double warm_up_limit_ns = 1e18; ///< ends the warm-up early, but never before one run
    /// A first launch that takes longer is not warmed up for: it is the first sample, and none is launched beside the
    /// samples to warm again. For callers that have launched the kernel once already.
    double longest_to_warm_ns = 1e18;
    /// A launch that the caller has made and timed: nothing is warmed up, and it is the first sample.
    std::optional<Sample> launched;
    /// Launches for warming up, where those of a sample would do more (flush the caches). Empty: as a sample does.
    std::function<Sample(int batch)> launch;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Takes the samples of one kernel in small steps, so that several kernels can take turns and the charts grow
/// together. Launches under 20 us are averaged over a batch where that is allowed; a single one would be little more
/// than the resolution of the timer.
class Sampler {
public:
    static constexpr double short_launch_ns = 20e3;
    static constexpr double batch_ns = 200e3; ///< how long a batch is made
    static constexpr int max_batch = 4096;

    /// `take(batch)` launches `batch` times and gives the time a launch.
    Sampler(std::function<Sample(int batch)> take, SamplerOptions options)
        : take_(std::move(take)), options_(std::move(options)), rule_(options_.limits) {
        if (!options_.launch) options_.launch = take_;
    }

    /// At least `warm_up_runs` and `warm_up_ns`, not recorded (but see longest_to_warm_ns); then chooses the batch.
    void warm_up();
    /// Samples until a rule ends it or `budget_ns` have passed, at least one. Gives the index of the first new sample.
    std::size_t step(double budget_ns);

    bool is_done() const { return rule_.reason() != StopReason::none; }
    StopReason stopped_by() const { return rule_.reason(); }
    const std::vector<Sample>& samples() const { return samples_; }
    int batch() const { return batch_; }
    /// A launch is under 20 us, but could not be batched: the figure carries the timer's own error.
    bool is_short_and_single() const { return is_short_ && batch_ == 1; }

private:
    bool is_cancelled() const {
        return options_.cancelled != nullptr && options_.cancelled->load(std::memory_order_relaxed);
    }

    std::function<Sample(int)> take_;
    SamplerOptions options_;
    StopRule rule_;
    std::vector<Sample> samples_;
    std::optional<Sample> first_; ///< taken in place of a warm-up, and not among the samples yet
    int batch_ = 1;
    bool is_short_ = false;
    double wall_ns_ = 0; ///< in the steps of this kernel only
};

} // namespace warploom::measure
