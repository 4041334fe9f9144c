#pragma once

#include <bit>
#include <cstdint>

// How many rows and steps the cyclic methods have, for any number of unknowns.

namespace warploom::kernels {

/// Rows of a level of cyclic reduction: level 0 are all, and of each level every second row, beginning with its second,
/// is the next. Row k of level l is row (k + 1) 2^l - 1 of the system.
constexpr std::int64_t rows_of_level(std::int64_t n, int level) { return n >> level; }
constexpr std::int64_t row_of_level(std::int64_t k, int level) { return ((k + 1) << level) - 1; }

/// Forward steps of cyclic reduction until at most `most` rows are left: the smallest l with n / 2^l < most + 1.
constexpr int cyclic_levels_until(std::int64_t n, std::int64_t most) {
    return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n / (most + 1))));
}

/// Until one or two are left, which one thread solves. With the way back that makes 2 * this + 1 steps, which is
/// 2 log2 n - 1 for a power of two.
constexpr int cyclic_levels(std::int64_t n) { return cyclic_levels_until(n, 2); }

/// Steps of doubling distance until every row stands alone, log2 n rounded up: the distances are 1, 2, 4 ... < n. At
/// least one, because the last step also divides.
constexpr int doubling_steps(std::int64_t n) {
    return n <= 2 ? 1 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>(n - 1)));
}

/// Steps of doubling distance until the interleaved systems that have come about have at most `most` rows each.
constexpr int doubling_steps_until(std::int64_t n, std::int64_t most) {
    return n <= most ? 0 : static_cast<int>(std::bit_width(static_cast<std::uint64_t>((n - 1) / most)));
}

/// Rows that a block solves in shared memory: five arrays of 1024 doubles are 40 KB, of the 48 KB that a block may
/// have.
constexpr int shared_rows = 1024;
/// Of these, cr-pcr leaves at most so many to parallel cyclic reduction: two warps, none of whose lanes is ever idle.
constexpr int parallel_rows = 64;

/// Rows that nested-partitions solves in one block: 8 in each of 640 threads, in registers.
constexpr int block_rows = 5120;

} // namespace warploom::kernels
