#include "engine/measure/statistics.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warploom::measure {

double quantile(const std::vector<double>& ascending, double p) {
    const double position = p * static_cast<double>(ascending.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    if (below + 1 >= ascending.size()) return ascending.back();
    const double weight = position - static_cast<double>(below);
    return ascending[below] + weight * (ascending[below + 1] - ascending[below]);
}

double median(std::vector<double> values) {
    if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
    std::sort(values.begin(), values.end());
    return quantile(values, 0.5);
}

Summary summarize(const std::vector<Sample>& samples) {
    std::vector<double> times;
    RunningNoise noise;
    for (const Sample& sample : samples) {
        if (sample.discarded) continue;
        times.push_back(sample.time_ns);
        noise.add(sample.time_ns);
    }
    Summary summary;
    summary.count = times.size();
    summary.discarded = samples.size() - times.size();
    if (times.empty()) {
        constexpr double none = std::numeric_limits<double>::quiet_NaN();
        summary.median = summary.q1 = summary.q3 = summary.min = summary.max = none;
        summary.mean = summary.standard_deviation = summary.noise = none;
        return summary;
    }
    std::sort(times.begin(), times.end());
    summary.median = quantile(times, 0.5);
    summary.q1 = quantile(times, 0.25);
    summary.q3 = quantile(times, 0.75);
    summary.min = times.front();
    summary.max = times.back();
    summary.mean = noise.mean();
    summary.standard_deviation = noise.standard_deviation();
    summary.noise = noise.noise();
    return summary;
}

void RunningNoise::add(double value) {
    ++count_;
    const double before = value - mean_;
    mean_ += before / static_cast<double>(count_);
    sum_of_squares_ += before * (value - mean_);
}

double RunningNoise::standard_deviation() const {
    return count_ < 2 ? 0 : std::sqrt(sum_of_squares_ / static_cast<double>(count_ - 1));
}

double RunningNoise::noise() const { return mean_ == 0 ? 0 : standard_deviation() / mean_; }

namespace {

constexpr double gap = 0.005;
constexpr double widest_same = 0.02;
constexpr double resolution_ns = 500;

double width(const Summary& s) { return (s.q3 - s.min) / s.median; }

} // namespace

Comparison compare(const Summary& kernel, TimeKind kernel_kind, const Summary& baseline, TimeKind baseline_kind,
                   double model_error) {
    Comparison result;
    result.ratio = result.low = result.high = std::numeric_limits<double>::quiet_NaN();
    if (kernel_kind != baseline_kind) {
        result.reason = sentence("A measured time cannot be compared with a modeled time.");
        return result;
    }
    if (kernel.count == 0 || baseline.count == 0) {
        result.reason = sentence("There are no valid samples.");
        return result;
    }
    result.ratio = baseline.median / kernel.median;
    result.low = baseline.min / kernel.q3;
    result.high = baseline.q3 / kernel.min;
    if (kernel_kind == TimeKind::modelled) {
        const double factor = 1 + model_error;
        if (std::abs(result.ratio - 1) < gap) {
            result.verdict = Comparison::Verdict::same;
        } else {
            result.low = result.ratio / factor;
            result.high = result.ratio * factor;
            if (result.low < 1 && result.high > 1) {
                result.reason = sentence("The difference is less than the model's error of {error}.",
                                         {{"error", percent(model_error)}});
                return result;
            }
            result.verdict = result.ratio > 1 ? Comparison::Verdict::faster : Comparison::Verdict::slower;
        }
        result.reason = sentence("Both times are modeled, so the comparison reflects only the model.");
        return result;
    }
    const bool is_clear = std::abs(baseline.median - kernel.median) >= resolution_ns;
    const bool is_apart = result.low >= 1 + gap || result.high <= 1 / (1 + gap);
    if (is_apart && is_clear) {
        result.verdict = result.low > 1 ? Comparison::Verdict::faster : Comparison::Verdict::slower;
        return result;
    }
    const bool is_narrow = width(kernel) <= widest_same && width(baseline) <= widest_same;
    if (std::abs(result.ratio - 1) < gap && is_narrow) {
        result.verdict = Comparison::Verdict::same;
        return result;
    }
    result.reason = is_clear || !is_apart ? sentence("The ranges of the samples overlap.")
                                          : sentence("The difference is less than 0.5 us, the resolution of the "
                                                     "timers.");
    return result;
}

} // namespace warploom::measure
