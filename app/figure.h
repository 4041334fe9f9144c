#pragma once

#include "engine/figure.h"

#include <cstdint>

namespace warploom::app {

/// A set of lanes: bit i is lane i, as eight hexadecimal digits.
inline std::string lane_mask(std::uint32_t lanes) {
    std::array<char, 16> text{};
    std::snprintf(text.data(), text.size(), "%08x", lanes);
    return text.data();
}

} // namespace warploom::app
