#include "kernels/multi_gpu/exchange_times.h"

#include "engine/format_number.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

std::string microseconds(double ns) { return format_number(ns * 1e-3, ns < 100e3 ? "%.1f us" : "%.0f us"); }

} // namespace

std::size_t fastest_exchange(const std::vector<ExchangeTime>& times) {
    const auto fastest = std::min_element(times.begin(), times.end(),
                                          [](const ExchangeTime& a, const ExchangeTime& b) { return a.ns < b.ns; });
    return static_cast<std::size_t>(fastest - times.begin());
}

std::string describe_choice(const std::vector<ExchangeTime>& times, std::size_t chosen) {
    if (times.size() < 2) return {};
    std::string text = "fastest exchange: " + times[chosen].name + " (" + microseconds(times[chosen].ns);
    for (std::size_t i = 0; i < times.size(); ++i)
        if (i != chosen) text += "; " + times[i].name + " " + microseconds(times[i].ns);
    return text + ")";
}

} // namespace warploom::kernels
