// in: a T[rows][cols]
// out: sums T[rows]
// rows: 1 .. 3000
// cols: 1 .. 500

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

template <typename T> void expected(int rows, int cols, const T* a, T* sums) {
    for (int row = 0; row < rows; ++row) {
        T sum = 0;
        for (int col = 0; col < cols; ++col) sum += a[row * cols + col];
        sums[row] = sum;
    }
}

/// Eight threads add up a row.
template <typename T> __global__ void add_rows(int rows, int cols, const T* a, T* sums) {
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    const long long row = (long long)blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
    if (row >= rows) return; // all lanes of the tile
    T sum = 0;
    for (int col = tile.thread_rank(); col < cols; col += tile.size()) sum += a[row * cols + col];
    for (int distance = tile.size() / 2; distance > 0; distance /= 2) sum += tile.shfl_down(sum, distance);
    if (tile.thread_rank() == 0) sums[row] = sum;
}

template <typename T> void run(int rows, int cols, const T* a, T* sums, int block) {
    const int tiles = block / 8;
    add_rows<<<(rows + tiles - 1) / tiles, block>>>(rows, cols, a, sums);
}
