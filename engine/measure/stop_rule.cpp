#include "engine/measure/stop_rule.h"

namespace warploom::measure {

StopLimits StopLimits::quick() {
    StopLimits limits;
    limits.min_accumulated_ns = 0.1e9;
    limits.accepts_any_noise = true;
    limits.max_wall_ns = 2e9;
    limits.max_samples = 2000;
    return limits;
}

const char* to_string(StopReason reason) {
    switch (reason) {
    case StopReason::none: return "none";
    case StopReason::noise: return "noise";
    case StopReason::stable_noise: return "stable noise";
    case StopReason::enough: return "enough";
    case StopReason::samples: return "samples";
    case StopReason::wall: return "wall";
    case StopReason::cancelled: return "cancelled";
    }
    return "";
}

StopReason StopRule::add(const Sample& sample, double wall_ns) {
    ++taken_;
    if (!sample.discarded) {
        times_.add(sample.time_ns);
        accumulated_ns_ += sample.time_ns * sample.batch;
        noise_trail_.push_back(times_.noise());
        if (noise_trail_.size() > trail_length) noise_trail_.pop_front();
    }
    if (reason_ == StopReason::none) reason_ = decide(wall_ns);
    return reason_;
}

StopReason StopRule::decide(double wall_ns) const {
    if (times_.count() >= limits_.min_samples && accumulated_ns_ >= limits_.min_accumulated_ns) {
        if (times_.noise() < limits_.max_noise) return StopReason::noise;
        if (limits_.accepts_any_noise) return StopReason::enough;
        if (noise_trail_.size() == trail_length) {
            RunningNoise trail;
            for (const double noise : noise_trail_) trail.add(noise);
            if (trail.noise() < 0.05) return StopReason::stable_noise;
        }
    }
    if (taken_ >= limits_.max_samples) return StopReason::samples;
    if (wall_ns >= limits_.max_wall_ns) return StopReason::wall;
    return StopReason::none;
}

} // namespace warploom::measure
