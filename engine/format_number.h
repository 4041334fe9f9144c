#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace warploom {

/// Formats a number for use in a sentence. `format` is a printf format.
inline std::string format_number(double value, const char* format = "%.3g") {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// Formats a fraction as a percentage: for example, 0.125 as "12.5%".
inline std::string percent(double share, const char* format = "%.3g%%") { return format_number(100 * share, format); }

} // namespace warploom
