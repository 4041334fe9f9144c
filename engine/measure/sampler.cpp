#include "engine/measure/sampler.h"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace warploom::measure {

namespace {

using Clock = std::chrono::steady_clock;

double ns_since(Clock::time_point start) {
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

} // namespace

void Sampler::warm_up() {
    const auto start = Clock::now();
    double fastest = 0;
    for (int run = 0; run < options_.warm_up_runs || ns_since(start) < options_.warm_up_ns; ++run) {
        if (run > 0 && ns_since(start) > options_.warm_up_limit_ns) break;
        if (is_cancelled()) break;
        const double time = options_.launch(1).time_ns;
        fastest = run == 0 ? time : std::min(fastest, time);
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
    if (options_.rewarm) options_.launch(1);
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
