#include "kernels/multi_gpu/exchange_times.h"

#include "engine/format_number.h"
#include "engine/sentence.h"

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
    std::string others;
    for (std::size_t i = 0; i < times.size(); ++i)
        if (i != chosen) others += "; " + times[i].name + " " + microseconds(times[i].ns);
    return sentence("fastest exchange: {name} ({time}{others})",
                    {{"name", times[chosen].name}, {"time", microseconds(times[chosen].ns)}, {"others", others}});
}

} // namespace warploom::kernels
