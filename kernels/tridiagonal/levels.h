#pragma once

#include <bit>
#include <cstdint>

// Numbers of rows and steps of the cyclic reduction methods for any number of unknowns.

namespace warploom::kernels {

/// Returns the number of rows in a level of cyclic reduction. Level 0 contains all rows; every second row of a level,
/// starting with the second one, is also in the next level. Row k of level l is row (k + 1) 2^l - 1 of the system.
constexpr std::int64_t rows_of_level(std::int64_t n, int level) { return n >> level; }
constexpr std::int64_t row_of_level(std::int64_t k, int level) { return ((k + 1) << level) - 1; }

/// Returns the number of forward steps of cyclic reduction until at most `most` rows are left: the smallest l with n /
/// 2^l < most + 1.
constexpr int cyclic_levels_until(std::int64_t n, std::int64_t most) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n / (most + 1))));
}

/// Returns the number of forward steps of cyclic reduction until one or two rows are left for a single thread. With l
/// forward steps, there are 2 l + 1 steps including back substitution, which is 2 log2 n - 1 for a power of two.
constexpr int cyclic_levels(std::int64_t n) { return cyclic_levels_until(n, 2); }

/// Returns the number of steps of parallel cyclic reduction until every row has a single unknown: log2 n, rounded up.
/// The distances between coupled rows are 1, 2, 4, ... < n. Returns at least 1, because the last step also divides.
constexpr int doubling_steps(std::int64_t n) {
    return n <= 2 ? 1 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

/// Returns the number of steps of parallel cyclic reduction until the interleaved systems have at most `most` rows
/// each.
constexpr int doubling_steps_until(std::int64_t n, std::int64_t most) {
    return n <= most ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>((n - 1) / most)));
}

/// Maximum number of rows solved by a block in shared memory. Five arrays of 1024 doubles take 40 KB of a block's 48
/// KB.
constexpr int shared_rows = 1024;
/// Maximum number of rows solved by parallel cyclic reduction in cr-pcr. These rows keep two warps fully busy.
constexpr int parallel_rows = 64;

/// Maximum number of rows solved in one block by nested-partitions: 8 in the registers of each of 640 threads.
constexpr int block_rows = 5120;

} // namespace warploom::kernels
