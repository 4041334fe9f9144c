#pragma once

#include <cuda_pipeline.h>

#include "partition_words.cuh"

// Loads rows into shared memory, warp by warp. Two threads share a partition; each processes a contiguous half. If each
// thread loaded its own half, every load of a warp would access 32 cache lines. Therefore, neighboring lanes load
// neighboring rows and store them where the thread that needs them expects them.
//
// A partition is eliminated from both ends at the same time. The thread that starts at the end sees the rows mirrored:
// its first row is the partition's last row, and a and c are exchanged. Thus both threads execute the same code.

/// Number of rows per thread. A larger number results in fewer links.
inline constexpr int half_rows = 32;
/// Number of rows of a half in shared memory at a time. Fewer rows allow more resident warps, which hide memory
/// latency. But in double, 8 rows would be only half a cache line, which takes longer on an H200.
inline constexpr int tile_rows = 16;

inline constexpr int halves_a_warp = 32;
inline constexpr int partitions_a_warp = halves_a_warp / 2;

/// A tile has tile_rows rows of each of 32 halves, in four planes for a, b, c and d. The stride is odd, so that 32
/// threads access different banks when each reads from its own half.
inline constexpr int half_stride = tile_rows + 1;
inline constexpr int plane = halves_a_warp * half_stride;
inline constexpr int tile_size = 4 * plane;

/// A system that is passed to a kernel: a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i. a[0] and c[n - 1] are 0.
template <typename T> struct SystemRows {
    int n;
    const T *a, *b, *c, *d;
};

/// Return the slot of row r of a half. Rows are counted in the order of the half's thread, or in memory order.
__device__ int slot_of(int half, int r) { return half * half_stride + r; }
__device__ int slot_in_memory(int half, int r) { return slot_of(half, half % 2 == 1 ? tile_rows - 1 - r : r); }

/// Copies row i asynchronously; `to` is its slot of a. In a mirrored half (`swap` = 2 * plane), a and c trade places.
template <typename T> __device__ void copy_row(const SystemRows<T>& s, long long i, T* to, int swap) {
    __pipeline_memcpy_async(to + swap, &s.a[i], sizeof(T));
    __pipeline_memcpy_async(to + plane, &s.b[i], sizeof(T));
    __pipeline_memcpy_async(to + 2 * plane - swap, &s.c[i], sizeof(T));
    __pipeline_memcpy_async(to + 3 * plane, &s.d[i], sizeof(T));
}

/// Starts loading rows begin .. begin + tile_rows - 1, as counted by the threads, of 32 halves from half `first` on.
/// Rows past the end of the system become x = 0. The caller waits for the copies and synchronizes the warp.
template <typename T> __device__ void read_rows(const SystemRows<T>& s, T* tile, long long first, int begin) {
    // In each iteration, 16 lanes read one half in forward order, and 16 lanes read the next half, which is mirrored.
    const int lane = threadIdx.x % 32, r = lane % tile_rows, half = lane / tile_rows;
    // Same as half == 0 ? begin : half_rows - tile_rows - begin, but without a select for each copy.
    const int skipped = half * (half_rows - tile_rows) + (1 - 2 * half) * begin;
    // Compute the loop-invariant parts here, so that an iteration only adds constants to addresses.
    const long long row = (first + half) * half_rows + r + skipped;
    T* const to = tile + slot_in_memory(half, r);
    const int swap = half == 1 ? 2 * plane : 0;
    if ((first + halves_a_warp) * half_rows <= s.n) {
#pragma unroll 8
        for (int k = 0; k < tile_rows; ++k) copy_row(s, row + k * (2 * half_rows), to + k * (2 * half_stride), swap);
        return;
    }
#pragma unroll 1
    for (int k = 0; k < tile_rows; ++k) {
        const long long i = row + k * (2 * half_rows);
        T* const here = to + k * (2 * half_stride);
        if (i < s.n) {
            copy_row(s, i, here, swap);
        } else {
            here[0] = T(0);
            here[plane] = T(1);
            here[2 * plane] = T(0);
            here[3 * plane] = T(0);
        }
    }
}

/// Waits for the asynchronous copies that this thread started.
__device__ void wait_for_copies() {
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

/// Writes the unknowns of 32 halves: the first tile_rows rows from the first plane, the next ones from the next plane.
template <typename T> __device__ void write_unknowns(int n, const T* tile, long long first, T* x) {
    const bool is_whole = (first + halves_a_warp) * half_rows <= n;
    const int lane = threadIdx.x % 32, r = lane % tile_rows;
    for (int begin = 0; begin < half_rows; begin += tile_rows) {
#pragma unroll 8
        for (int k = 0; k < tile_rows; ++k) {
            const int half = 2 * k + lane / tile_rows;
            const int skipped = half % 2 == 1 ? half_rows - tile_rows - begin : begin;
            const long long i = (first + half) * half_rows + skipped + r;
            if (is_whole || i < n) x[i] = tile[slot_in_memory(half, r) + begin / tile_rows * plane];
        }
    }
}

/// The equation a x_{i-1} + b x_i + c x_{i+1} = d of a tridiagonal system.
template <typename T> struct Equation { T a, b, c, d; };

/// Returns a row of the thread's half, scaled by a power of two so that its largest coefficient is near 1.
template <typename T> __device__ Equation<T> equation(const T* tile, int slot) {
    const T a = tile[slot], b = tile[slot + plane], c = tile[slot + 2 * plane], d = tile[slot + 3 * plane];
    const T scale = binary_scale(max(max(magnitude(a), magnitude(c)), magnitude(b)), b);
    return Equation<T>{scale * a, scale * b, scale * c, scale * d};
}
