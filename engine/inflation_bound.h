#pragma once

#include <cstdint>

namespace warploom {

/// How many times its size a compressed file may have when it is inflated. Text of numbers shrinks to a third, the most
/// regular of patterns to a hundredth; deflate itself ends at 1032.
constexpr std::int64_t most_growth = 200;

/// Returns whether `packed` bytes that became `inflated` ones grew more than a matrix or network does. Small files may.
constexpr bool grows_too_much(std::int64_t inflated, std::int64_t packed) {
    constexpr std::int64_t growth_is_free = std::int64_t{16} << 20;
    return inflated > growth_is_free && inflated / most_growth > packed;
}

} // namespace warploom
