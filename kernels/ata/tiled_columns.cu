// title: Tiled in shared memory, A by columns
// summary: Like tiled, but A is column-major, so threads copy along its columns.
// source: AᵀA report, sections 1.2 and 3

#include "../headers/ata_tiles.cuh"

// The fully optimized tiled kernel for an A that is stored column by column. A slice is copied along the columns, so
// the reads are as coalesced as for row-major A. Bank conflicts then occur in the other tile.
template <typename T> __global__ void __maxnreg__(80) tiled_columns(int m, int n, const T* A_by_columns, T* C) {
    __shared__ T transposed[tile_side * 3 * (tile_side + 1)];
    __shared__ T straight[tile_side * (tile_side * 3 + 1)];
    multiply_tile<3, true, true, true>(m, n, A_by_columns, 1, true, C, transposed, straight);
}

template <typename T> void run(int m, int n, const T* A_by_columns, T* C) {
    const int size = 3 * tile_side, across = (n + size - 1) / size;
    const dim3 grid(across, across), threads(tile_side, tile_side);
    tiled_columns<<<grid, threads>>>(m, n, A_by_columns, C);
}
