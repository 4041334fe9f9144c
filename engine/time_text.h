#pragma once

#include "engine/format_number.h"

#include <array>
#include <cmath>
#include <ctime>
#include <string>

namespace warploom {

/// Returns the current time in UTC, such as "2026-11-28T06:30:00Z".
inline std::string utc_now() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

/// Formats a time in ns with three digits and a suitable unit, such as "35.6 µs". Returns "-" if the time is unknown.
inline std::string time_text(double ns, const char* format = "%.3g") {
    if (!std::isfinite(ns)) return "-";
    struct Unit {
        double size;
        const char* name;
    };
    static constexpr std::array<Unit, 4> units{Unit{1, " ns"}, Unit{1e3, " µs"}, Unit{1e6, " ms"}, Unit{1e9, " s"}};
    std::size_t at = 0;
    // Use the next larger unit for a value that would round to 1000, to avoid text such as "1e+03 ns".
    while (at + 1 < units.size() && std::fabs(ns) >= 999.5 * units[at].size) ++at;
    return format_number(ns / units[at].size, format) + units[at].name;
}

} // namespace warploom
