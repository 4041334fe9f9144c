#pragma once

#include <array>
#include <cstdio>
#include <string>

namespace warploom::app {

/// A number for a sentence.
inline std::string figure(double value, const char* format = "%.3g") {
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

} // namespace warploom::app
