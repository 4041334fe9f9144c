#include "app/experiment/time_left.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

namespace {

/// Assumed time in seconds per unit of weight, for traces and for measurements, before the first result is available.
/// The weight of a trace is its size in millions of values, and the weight of a measurement is 1.
constexpr std::array<double, 2> usual_seconds{0.5, 1.5};
/// Minimum and maximum weight of a trace, in millions of values. Above the maximum, only a sample of the blocks is
/// traced.
constexpr double least_weight = 0.1, most_weight = 60;

} // namespace

double TimeLeft::weight(Part part, double size) {
    if (part == Part::measurement) return 1;
    return least_weight + std::min(size / 1e6, most_weight);
}

void TimeLeft::expect(Part part, double size) { shares_[static_cast<std::size_t>(part)].ahead += weight(part, size); }

void TimeLeft::did(Part part, double size, double seconds) {
    Share& share = shares_[static_cast<std::size_t>(part)];
    const double done = weight(part, size);
    share.ahead = std::max(0.0, share.ahead - done);
    constexpr double nothing_s = 0.005;
    if (seconds < nothing_s) return;
    share.done += done;
    share.seconds += seconds;
}

std::optional<double> TimeLeft::seconds() const {
    double left = 0;
    bool is_known = false;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
        const Share& share = shares_[i];
        is_known = is_known || share.done > 0;
        left += share.ahead * (share.done > 0 ? share.seconds / share.done : usual_seconds[i]);
    }
    if (!is_known) return std::nullopt;
    return left;
}

std::string time_left_text(std::optional<double> seconds) {
    constexpr double worth_telling = 2, in_minutes = 100;
    if (!seconds || *seconds < worth_telling) return {};
    return *seconds < in_minutes ? sentence("about {time} s left", {{"time", format_number(*seconds, "%.0f")}})
                                 : sentence("about {time} min left", {{"time", format_number(*seconds / 60, "%.0f")}});
}

} // namespace warploom::app
