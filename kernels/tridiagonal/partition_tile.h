#pragma once

#include "kernels/tridiagonal/partition_elimination.h"
#include "kernels/tridiagonal/system.h"

// How a warp brings the rows of 32 partitions into shared memory. A partition belongs to one thread, its rows are
// neighbours in memory: read by the thread itself, every read of a warp would touch 32 lines. So neighbouring lanes read
// neighbouring rows, and put them where the partition's thread finds them.

namespace warploom::kernels::WARPLOOM_TARGET {

constexpr int partitions_a_warp = 32;

/// Rows of a partition. The second sweep keeps those of a warp's partitions, 4 coefficients each, in shared memory: with
/// more of them fewer warps have room there, and each waits for its own arithmetic; with fewer there are more links.
constexpr int partition_rows = 32;

/// `rows` rows of each of 32 partitions: coefficient k (a, b, c, d) of row r of partition p. The stride is odd, so that
/// 32 threads with a partition each hit 32 banks.
template <class T, int rows> struct Tile {
    static constexpr int stride = rows + 1;
    static constexpr int plane = partitions_a_warp * stride;
    static constexpr int size = 4 * plane;
    Shared<T> at;

    static constexpr KERNEL_FN int slot(int partition, int row) { return partition * stride + row; }
};

/// Starts to read rows first .. first + rows - 1 of the 32 partitions from partition `partition` on. Rows behind the last
/// say x = 0. The caller waits for the copies and meets the warp.
template <class T, int rows>
KERNEL_FN void read_rows(Thread t, const System<T>& s, Tile<T, rows> tile, std::int64_t partition, int first,
                         CallSite site = {}) {
    CALLED_FROM(site);
    constexpr int length = partition_rows, plane = Tile<T, rows>::plane;
    const std::int64_t start = partition * length + first;
    const bool is_whole = (partition + partitions_a_warp) * length <= s.n;
    UNROLL(8)
    for (int k = 0; k < rows; ++k) { // 32 rows at a time
        const int e = k * partitions_a_warp + t.thread(), p = e / rows, r = e % rows;
        const int slot = tile.slot(p, r);
        const std::int64_t from = start + p * length + r;
        if (is_whole || from < s.n) {
            copy_later(tile.at, slot, s.a, from);
            copy_later(tile.at, slot + plane, s.b, from);
            copy_later(tile.at, slot + 2 * plane, s.c, from);
            copy_later(tile.at, slot + 3 * plane, s.d, from);
        } else {
            tile.at[slot] = T(0);
            tile.at[slot + plane] = T(1);
            tile.at[slot + 2 * plane] = T(0);
            tile.at[slot + 3 * plane] = T(0);
        }
    }
}

/// a x_{i-1} + b x_i + c x_{i+1} = d.
template <class T> struct Equation { T a, b, c, d; };

/// One row of the thread's own partition, scaled by a power of two so that its largest coefficient is near 1.
template <class T, int rows> KERNEL_FN Equation<T> equation(Tile<T, rows> tile, int slot) {
    constexpr int plane = Tile<T, rows>::plane;
    const T a = tile.at[slot], b = tile.at[slot + plane], c = tile.at[slot + 2 * plane], d = tile.at[slot + 3 * plane];
    const T larger = absolute(a) > absolute(c) ? a : c;
    const T scale = binary_scale(absolute(b) > absolute(larger) ? b : larger);
    return {scale * a, scale * b, scale * c, scale * d};
}

} // namespace warploom::kernels::WARPLOOM_TARGET
