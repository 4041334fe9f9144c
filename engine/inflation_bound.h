#pragma once

#include <cstdint>

namespace warploom {

/// Largest plausible ratio of the decompressed size to the compressed size of a file. Text with numbers usually
/// compresses to about a third of its size, and text with a very regular pattern to about a hundredth. The deflate
/// format allows ratios of up to 1032.
constexpr std::int64_t most_growth = 200;

/// Returns whether the ratio of `inflated` to `packed` bytes is implausibly large for a compressed matrix or water
/// network. Small files are always accepted.
constexpr bool grows_too_much(std::int64_t inflated, std::int64_t packed) {
    constexpr std::int64_t growth_is_free = std::int64_t{16} << 20;
    return inflated > growth_is_free && inflated / most_growth > packed;
}

} // namespace warploom
