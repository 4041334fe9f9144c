#include "engine/measure/sampler.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace warploom::measure {

StopLimits StopLimits::quick() {
    StopLimits limits;
    limits.min_accumulated_ns = 0.1e9;
    limits.accepts_any_noise = true;
    limits.max_wall_ns = 2e9;
    limits.max_samples = 2000;
    return limits;
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

namespace {

using Clock = std::chrono::steady_clock;

double ns_since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

} // namespace

void Sampler::warm_up() {
    if (options_.launched) {
        first_ = options_.launched;
        return;
    }
    const auto start = Clock::now();
    double fastest = 0;
    for (int run = 0; run < options_.warm_up_runs || ns_since(start) < options_.warm_up_ns; ++run) {
        if (run > 0 && ns_since(start) > options_.warm_up_limit_ns) break;
        if (is_cancelled()) break;
        const Sample sample = options_.launch(1);
        fastest = run == 0 ? sample.time_ns : std::min(fastest, sample.time_ns);
        if (run == 0 && sample.time_ns > options_.longest_to_warm_ns) {
            first_ = sample;
            break;
        }
    }
    is_short_ = fastest < short_launch_ns;
    if (is_short_ && options_.may_batch)
        batch_ = static_cast<int>(std::clamp(std::ceil(batch_ns / std::max(fastest, 1.0)), 2.0, double{max_batch}));
}

std::size_t Sampler::step(double budget_ns) {
    const std::size_t first = samples_.size();
    if (is_done()) return first;
    if (is_cancelled()) {
        rule_.cancel();
        return first;
    }
    const bool is_slow = first_.has_value() || (!samples_.empty() && samples_[0].time_ns > options_.longest_to_warm_ns);
    if (first_) {
        samples_.push_back(*first_);
        rule_.add(*first_, first_->time_ns);
        wall_ns_ += first_->time_ns;
        first_.reset();
        if (is_done()) return first;
    }
    if (options_.rewarm && !is_slow) options_.launch(1);
    const auto start = Clock::now();
    do {
        samples_.push_back(take_(batch_));
        rule_.add(samples_.back(), wall_ns_ + ns_since(start));
        if (!is_done() && is_cancelled()) rule_.cancel();
    } while (!is_done() && ns_since(start) < budget_ns);
    wall_ns_ += ns_since(start);
    return first;
}

} // namespace warploom::measure
