#pragma once

#include "engine/measure/sample.h"
#include "engine/measure/statistics.h"

#include <cstddef>
#include <deque>

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
    enough,       ///< the quick preset has what it asks for
    samples,      ///< `max_samples` was reached
    wall,         ///< `max_wall_ns` was reached
    cancelled
};
const char* to_string(StopReason);

/// Decides after each sample whether to go on. "Stable" follows the idea of NVBench's stdrel criterion: over the last
/// 64 samples the noise itself varied by less than 5 %, so more samples would not change it.
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

} // namespace warploom::measure
