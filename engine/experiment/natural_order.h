#pragma once

#include <cstdlib>
#include <string>

namespace warploom::experiment {

/// "table 5" before "tables 10": runs of digits are compared as numbers.
inline bool natural_less(const std::string& a, const std::string& b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    std::size_t i = 0, j = 0;
    while (i < a.size() && j < b.size()) {
        if (is_digit(a[i]) && is_digit(b[j])) {
            char *end_a = nullptr, *end_b = nullptr;
            const double left = std::strtod(a.c_str() + i, &end_a), right = std::strtod(b.c_str() + j, &end_b);
            if (left != right) return left < right;
            i = static_cast<std::size_t>(end_a - a.c_str());
            j = static_cast<std::size_t>(end_b - b.c_str());
        } else {
            if (a[i] != b[j]) return a[i] < b[j];
            ++i, ++j;
        }
    }
    return a.size() - i < b.size() - j;
}

} // namespace warploom::experiment
