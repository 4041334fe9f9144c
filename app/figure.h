#pragma once

#include <array>
#include <cstdint>
#include <cstdio>
#include <string>

namespace warploom::app {

/// A number for a sentence.
inline std::string figure(double value, const char* format = "%.3g") {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// A set of lanes: bit i is lane i, as eight hexadecimal digits.
inline std::string lane_mask(std::uint32_t lanes) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%08x", lanes);
    return text.data();
}

} // namespace warploom::app
