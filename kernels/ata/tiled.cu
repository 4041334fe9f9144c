// title: Tiled in shared memory
// summary: Blocks keep slices of A in shared memory and results in registers, and symmetry halves the number of blocks. Each improvement can be disabled.
// source: AᵀA report, section 3

#include "../headers/ata_tiles.cuh"

// The optimizations of the report's kernel. Each is a parameter of run and can be switched off.
//
//   registers  a thread computes 3 x 3 results, 16 apart, so the tile is 48 x 48. Six reads from shared memory then
//              suffice for nine multiplications; a single result needs two reads per multiplication
//   prefetch   the next 16 rows of A (a slice) are loaded into registers while the current ones are multiplied, which
//              hides the latency of global memory
//   padding    the row pitch of Aᵀ in shared memory is 17 elements instead of 16 (or more, as requested). Lanes of a
//              warp access elements one row apart, which would be in the same bank with a pitch of 16 doubles
//   unroll     the loop over the 16 rows of a slice is unrolled, so that its indices become constants
//   symmetric  blocks below the diagonal exit at once; the others also write the mirrored tile

template <int each, bool prefetch, bool flat, int widest, int most_registers, typename T>
__global__ void __maxnreg__(most_registers) tiled(int m, int n, const T* A, int padding, int symmetric, T* C) {
    __shared__ T transposed[tile_side * each * (tile_side + widest)];
    __shared__ T straight[tile_side * tile_side * each];
    multiply_tile<each, prefetch, flat, false>(m, n, A, padding, symmetric != 0, C, transposed, straight);
}

template <int each, bool prefetch, bool flat, typename T>
void choose_width(int m, int n, const T* A, T* C, int padding, int symmetric) {
    const int size = tile_side * each, across = (n + size - 1) / size;
    const dim3 grid(across, across), threads(tile_side, tile_side);
    // The widest pitch is a separate variant, because its shared memory would reduce the occupancy of the others.
    constexpr int widest_padding = 16, most_registers = each == 1 ? 40 : prefetch ? 80 : 64;
    if (padding <= 1) tiled<each, prefetch, flat, 1, most_registers><<<grid, threads>>>(m, n, A, padding, symmetric, C);
    else tiled<each, prefetch, flat, widest_padding, most_registers><<<grid, threads>>>(m, n, A, padding, symmetric, C);
}

template <int each, bool prefetch, typename T>
void choose_loop(int m, int n, const T* A, T* C, int padding, int unroll, int symmetric) {
    if (unroll != 0) choose_width<each, prefetch, true>(m, n, A, C, padding, symmetric);
    else choose_width<each, prefetch, false>(m, n, A, C, padding, symmetric);
}

template <int each, typename T>
void choose_prefetch(int m, int n, const T* A, T* C, int prefetch, int padding, int unroll, int symmetric) {
    if (prefetch != 0) choose_loop<each, true>(m, n, A, C, padding, unroll, symmetric);
    else choose_loop<each, false>(m, n, A, C, padding, unroll, symmetric);
}

template <typename T>
void run(int m, int n, const T* A, T* C, int registers, int prefetch, int padding, int unroll, int symmetric) {
    if (registers != 0) choose_prefetch<3>(m, n, A, C, prefetch, padding, unroll, symmetric);
    else choose_prefetch<1>(m, n, A, C, prefetch, padding, unroll, symmetric);
}
