#pragma once

#include "engine/measure/statistics.h"

#include <atomic>
#include <cstddef>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace warploom::measure {

/// Criteria that determine when to stop taking timing samples.
struct StopLimits {
    std::size_t min_samples = 10;
    double min_accumulated_ns = 0.5e9; ///< minimum total measured time in ns, counting all launches of each batch
    double max_noise = 0.005;          ///< target noise: standard deviation / mean
    /// Whether to ignore the noise and stop as soon as both minimums (samples and measured time) are reached.
    bool accepts_any_noise = false;
    /// Maximum wall time in ns, including the work between samples, such as flushing caches.
    double max_wall_ns = 15e9;
    std::size_t max_samples = 5000; ///< maximum number of samples, to keep charts of short kernels readable

    static StopLimits standard() { return {}; }
    /// Returns the limits for lessons: at least 10 samples and 0.1 s of measured time, but at most 2 s in total.
    static StopLimits quick();
};

enum class StopReason {
    none,         ///< sampling is still in progress
    noise,        ///< the noise has fallen below its limit
    stable_noise, ///< the noise is no longer decreasing
    enough,       ///< the number of samples required by StopLimits::quick() has been reached
    samples,      ///< `max_samples` was reached
    wall,         ///< `max_wall_ns` was reached
    cancelled
};
constexpr auto words_of(StopReason) {
    return std::array{"none", "noise", "stable noise", "enough", "samples", "wall", "cancelled"};
}

/// Decides after each timing sample whether to continue. As in NVBench's stdrel criterion, the noise is considered
/// stable if it varied by less than 5 % over the last 64 samples, because more samples would not reduce it.
class StopRule {
public:
    explicit StopRule(StopLimits limits) : limits_(limits) {}

    /// Adds a timing sample. `wall_ns` is the wall time since sampling started. Discarded samples count toward the
    /// limits on wall time and number of samples, but not toward the minimums.
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
    /// Whether one sample can include several launches. Must be false for cold caches, which allow only one launch per
    /// sample.
    bool may_batch = true;
    /// Whether to launch the kernel once before each step without recording its time. Set this if other kernels may run
    /// between the steps.
    bool rewarm = false;
    int warm_up_runs = 5;
    double warm_up_ns = 25e6;
    double warm_up_limit_ns = 1e18; ///< maximum duration of the warm-up in ns, not counting the first launch
    /// If the first launch takes longer than this (in ns), it is used as the first sample. The warm-up, and the
    /// launches that warm the caches between samples, are then skipped. Set this only if the kernel has already been
    /// launched once.
    double longest_to_warm_ns = 1e18;
    /// The time of a launch that the caller has already measured. It becomes the first sample, and the warm-up is
    /// skipped.
    std::optional<Sample> launched;
    /// Launches the kernel during the warm-up, without the additional work that a sample requires, such as flushing
    /// caches. If empty, the warm-up takes samples and discards them.
    std::function<Sample(int batch)> launch;
    const std::atomic<bool>* cancelled = nullptr;
};

/// Times one kernel in small steps, so that the measurements of several kernels can be interleaved. If batches are
/// allowed, launches that take less than 20 us are timed in batches, because the time of a single launch would barely
/// exceed the resolution of the timer.
class Sampler {
public:
    static constexpr double short_launch_ns = 20e3;
    static constexpr double batch_ns = 200e3; ///< target duration of a batch of launches in ns
    static constexpr int max_batch = 4096;

    /// Constructs a sampler. `take(batch)` launches the kernel `batch` times and returns the time per launch.
    Sampler(std::function<Sample(int batch)> take, SamplerOptions options)
        : take_(std::move(take)), options_(std::move(options)), rule_(options_.limits) {
        if (!options_.launch) options_.launch = take_;
    }

    /// Launches the kernel without recording its time, at least `warm_up_runs` times and for at least `warm_up_ns` (see
    /// longest_to_warm_ns for an exception). Then selects the batch size.
    void warm_up();
    /// Takes at least one sample. Continues until a stopping criterion is met or `budget_ns` have passed. Returns the
    /// index of the first new sample.
    std::size_t step(double budget_ns);

    bool is_done() const { return rule_.reason() != StopReason::none; }
    StopReason stopped_by() const { return rule_.reason(); }
    const std::vector<Sample>& samples() const { return samples_; }
    int batch() const { return batch_; }
    /// Returns whether a launch takes less than 20 us but could not be batched. The resolution of the timer then
    /// affects the measured time.
    bool is_short_and_single() const { return is_short_ && batch_ == 1; }

private:
    bool is_cancelled() const {
        return options_.cancelled != nullptr && options_.cancelled->load(std::memory_order_relaxed);
    }

    std::function<Sample(int)> take_;
    SamplerOptions options_;
    StopRule rule_;
    std::vector<Sample> samples_;
    /// The first launch, if it should become a sample and has not been added yet.
    std::optional<Sample> first_;
    int batch_ = 1;
    bool is_short_ = false;
    double wall_ns_ = 0; ///< wall time in ns spent on this kernel, excluding other kernels
};

} // namespace warploom::measure
