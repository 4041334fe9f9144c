#pragma once

/// C = AᵀA in square tiles, one per block of 16 x 16 threads. A block processes A in slices of 16 rows. From each
/// slice, it copies the columns of A for the rows of its tile (stored as rows of Aᵀ) and for the columns of its tile to
/// shared memory. Each value is read from global memory once per block and used 16 or 48 times.
///
///   each        a thread computes `each` x `each` results, 16 apart
///   prefetch    the next slice is loaded into registers while the current one is being multiplied
///   flat        the loop over the 16 rows of a slice is unrolled, so that its indices become constants
///   by_columns  A is column-major, as for cuBLAS in section 1.2. Neighboring threads then read neighboring elements of
///               a column and write them to different rows of `straight`, which therefore need the padding

/// Number of threads along one side of a block, and number of rows of A per slice. The report states only the number of
/// threads. With 16 rows per slice, each thread loads three values of each tile.
inline constexpr int tile_side = 16;

/// Position of a block's tile in C, and row pitches of the two arrays in shared memory.
struct Tile {
    int first_row, first_column;
    int stride, width; ///< row pitches of the arrays `transposed` and `straight`
};

/// Loads this thread's values of the slice that starts at row k0 of A. Values outside A are 0.
template <int each, bool by_columns, typename T>
__device__ void fetch_slice(int m, int n, const T* A, const Tile& tile, int k0, T (&transposed)[each],
                            T (&straight)[each]) {
    const int k = k0 + (by_columns ? threadIdx.x : threadIdx.y), column = by_columns ? threadIdx.y : threadIdx.x;
    const long long start = by_columns ? k : (long long)k * n, apart = by_columns ? m : 1;
#pragma unroll
    for (int e = 0; e < each; ++e) {
        const int i = tile.first_row + column + e * tile_side;
        const int j = tile.first_column + column + e * tile_side;
        transposed[e] = k < m && i < n ? A[start + i * apart] : T(0);
        straight[e] = k < m && j < n ? A[start + j * apart] : T(0);
    }
}

/// Stores a slice in shared memory: rows of Aᵀ as [column of A][row of A], and rows of A as [row of A][column of A].
template <int each, bool by_columns, typename T>
__device__ void store_slice(const Tile& tile, const T (&brought_transposed)[each], const T (&brought_straight)[each],
                            T* transposed, T* straight) {
    const int k = by_columns ? threadIdx.x : threadIdx.y, column = by_columns ? threadIdx.y : threadIdx.x;
#pragma unroll
    for (int e = 0; e < each; ++e) {
        transposed[(column + e * tile_side) * tile.stride + k] = brought_transposed[e];
        straight[k * tile.width + column + e * tile_side] = brought_straight[e];
    }
}

/// Multiplies one row of the slice. Each thread computes `each` x `each` products.
template <int each, typename T>
__device__ void multiply_row(const Tile& tile, const T* transposed, const T* straight, int k, T (&sum)[each * each]) {
    T left[each], right[each];
#pragma unroll
    for (int e = 0; e < each; ++e) {
        left[e] = transposed[((int)threadIdx.y + e * tile_side) * tile.stride + k];
        right[e] = straight[k * tile.width + (int)threadIdx.x + e * tile_side];
    }
#pragma unroll
    for (int r = 0; r < each; ++r) {
#pragma unroll
        for (int q = 0; q < each; ++q) sum[r * each + q] += left[r] * right[q];
    }
}

template <int each, bool flat, typename T>
__device__ void multiply_slice(const Tile& tile, const T* transposed, const T* straight, T (&sum)[each * each]) {
    if constexpr (flat) {
#pragma unroll
        for (int k = 0; k < tile_side; ++k) multiply_row<each>(tile, transposed, straight, k, sum);
    } else {
#pragma unroll 1
        for (int k = 0; k < tile_side; ++k) multiply_row<each>(tile, transposed, straight, k, sum);
    }
}

/// Computes the tile of a block. In shared memory, `transposed` has 16 * each rows of 16 + padding elements, and
/// `straight` has 16 rows of 16 * each elements. With by_columns, the padding is in `straight` instead. If `symmetric`
/// is set, blocks below the diagonal exit at once, and the other blocks also write the mirrored tile.
template <int each, bool prefetch, bool flat, bool by_columns, typename T>
__device__ void multiply_tile(int m, int n, const T* A, int padding, bool symmetric, T* C, T* transposed, T* straight) {
    constexpr int size = tile_side * each;
    if (symmetric && blockIdx.y > blockIdx.x) return; // uniform across the block, so no thread waits at a barrier
    Tile tile;
    tile.first_row = blockIdx.y * size;
    tile.first_column = blockIdx.x * size;
    tile.stride = tile_side + (by_columns ? 0 : padding);
    tile.width = size + (by_columns ? padding : 0);
    T sum[each * each];
#pragma unroll
    for (int r = 0; r < each * each; ++r) sum[r] = 0;

    T next_transposed[each], next_straight[each];
    if constexpr (prefetch) {
        fetch_slice<each, by_columns>(m, n, A, tile, 0, next_transposed, next_straight);
        for (int k0 = 0; k0 < m; k0 += tile_side) {
            store_slice<each, by_columns>(tile, next_transposed, next_straight, transposed, straight);
            __syncthreads();
            // These loads are in flight during the multiplication.
            fetch_slice<each, by_columns>(m, n, A, tile, k0 + tile_side, next_transposed, next_straight);
            multiply_slice<each, flat>(tile, transposed, straight, sum);
            __syncthreads();
        }
    } else {
        for (int k0 = 0; k0 < m; k0 += tile_side) {
            fetch_slice<each, by_columns>(m, n, A, tile, k0, next_transposed, next_straight);
            store_slice<each, by_columns>(tile, next_transposed, next_straight, transposed, straight);
            __syncthreads();
            multiply_slice<each, flat>(tile, transposed, straight, sum);
            __syncthreads();
        }
    }

#pragma unroll
    for (int r = 0; r < each; ++r) {
        const int i = tile.first_row + threadIdx.y + r * tile_side;
#pragma unroll
        for (int q = 0; q < each; ++q) {
            const int j = tile.first_column + threadIdx.x + q * tile_side;
            if (i >= n || j >= n) continue;
            if (symmetric && i > j) continue; // another thread writes this element as a mirror image
            C[(long long)i * n + j] = sum[r * each + q];
            if (symmetric && i < j) C[(long long)j * n + i] = sum[r * each + q];
        }
    }
}
