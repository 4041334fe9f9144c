#pragma once

#include "kernels/tridiagonal/partition_elimination.h"
#include "kernels/tridiagonal/system.h"

// How a warp brings rows into shared memory. Two threads share a partition, and each has a half of it: neighbours in
// memory. Read by the thread itself, every read of a warp would touch 32 lines. So neighbouring lanes read neighbouring
// rows, and put them where the half's thread finds them.
//
// A partition is eliminated from both ends at once. The thread that comes from the end sees the world in a mirror: its
// first row is the partition's last, and a and c have changed places. So both do the same work, step by step.

namespace warploom::kernels::WARPLOOM_TARGET {

constexpr int halves_a_warp = 32;
constexpr int partitions_a_warp = halves_a_warp / 2;

/// `rows` rows of each of 32 halves: coefficient k (a, b, c, d) of row r of half h, as the half's thread counts them. The
/// stride is odd, so that 32 threads with a half each hit 32 banks.
template <class T, int rows> struct Tile {
    static_assert(32 % rows == 0);
    static constexpr int stride = rows + 1;
    static constexpr int plane = halves_a_warp * stride;
    static constexpr int size = 4 * plane;
    Shared<T> at;

    static constexpr KERNEL_FN int slot(int half, int row) { return half * stride + row; }
    /// Of the row that is number r of the tile's rows in memory.
    static constexpr KERNEL_FN int slot_in_memory(int half, int r) {
        return slot(half, half % 2 == 1 ? rows - 1 - r : r);
    }
};

/// Starts to read the rows that 32 threads, whose halves begin with half `first` of all, count begin .. begin + rows - 1
/// of `length`. Rows behind the last of the system say x = 0. The caller waits for the copies and meets the warp.
template <class T, int rows>
KERNEL_FN void read_rows(Thread t, const System<T>& s, Tile<T, rows> tile, int length, std::int64_t first, int begin,
                         CallSite site = {}) {
    CALLED_FROM(site);
    constexpr int plane = Tile<T, rows>::plane, halves = 32 / rows; // that 32 lanes read of at a time
    const int r = t.lane() % rows, lane_half = t.lane() / rows;
    // Whatever does not change from turn to turn stands apart, so that a turn adds constants to places and to nothing else.
    const auto skipped = [&](int half) { return half % 2 == 1 ? length - rows - begin : begin; };
    const std::int64_t lane_row = (first + lane_half) * length + r + (halves > 1 ? skipped(lane_half) : 0);
    const int lane_slot = tile.slot_in_memory(lane_half, r), lane_swap = lane_half % 2 == 1 ? 2 * plane : 0;
    const auto row_of = [&](int k) { return lane_row + (k * halves * length + (halves > 1 ? 0 : skipped(k))); };
    const auto slot_of = [&](int k) {
        return halves > 1 ? lane_slot + k * halves * tile.stride : tile.slot_in_memory(k, r);
    };
    const auto copy = [&](int k) {
        const int slot = slot_of(k), swap = halves > 1 ? lane_swap : k % 2 * 2 * plane;
        const std::int64_t from = row_of(k);
        copy_later(tile.at, slot + swap, s.a, from);
        copy_later(tile.at, slot + plane, s.b, from);
        copy_later(tile.at, slot + 2 * plane - swap, s.c, from);
        copy_later(tile.at, slot + 3 * plane, s.d, from);
    };
    if ((first + halves_a_warp) * length <= s.n) {
        UNROLL(8)
        for (int k = 0; k < rows; ++k) copy(k);
        return;
    }
    UNROLL(1)
    for (int k = 0; k < rows; ++k) {
        if (row_of(k) < s.n) {
            copy(k);
        } else {
            const int slot = slot_of(k);
            tile.at[slot] = T(0);
            tile.at[slot + plane] = T(1);
            tile.at[slot + 2 * plane] = T(0);
            tile.at[slot + 3 * plane] = T(0);
        }
    }
}

/// Writes `length` unknowns of each of 32 halves, `rows` of them from every plane of the tile, the first from the first.
template <class T, int rows>
KERNEL_FN void write_unknowns(Thread t, std::int64_t n, Tile<T, rows> tile, int length, std::int64_t first, Out<T> x,
                              CallSite site = {}) {
    CALLED_FROM(site);
    constexpr int plane = Tile<T, rows>::plane, halves = 32 / rows; // that 32 lanes write of at a time
    const bool is_whole = (first + halves_a_warp) * length <= n;
    const int r = t.lane() % rows;
    for (int begin = 0; begin < length; begin += rows) {
        UNROLL(8)
        for (int k = 0; k < rows; ++k) {
            const int half = k * halves + t.lane() / rows;
            const std::int64_t i = (first + half) * length + (half % 2 == 1 ? length - rows - begin : begin) + r;
            if (is_whole || i < n) x[i] = tile.at[tile.slot_in_memory(half, r) + begin / rows * plane];
        }
    }
}

/// a x_{i-1} + b x_i + c x_{i+1} = d.
template <class T> struct Equation { T a, b, c, d; };

/// One row of the thread's own partition, scaled by a power of two so that its largest coefficient is near 1.
template <class T, int rows> KERNEL_FN Equation<T> equation(Tile<T, rows> tile, int slot) {
    constexpr int plane = Tile<T, rows>::plane;
    const T a = tile.at[slot], b = tile.at[slot + plane], c = tile.at[slot + 2 * plane], d = tile.at[slot + 3 * plane];
    const T scale = binary_scale(larger(larger(magnitude(a), magnitude(c)), magnitude(b)), b);
    return {scale * a, scale * b, scale * c, scale * d};
}

} // namespace warploom::kernels::WARPLOOM_TARGET
