#pragma once

#include <cuda_pipeline.h>

#include "partition_words.cuh"

// How a warp brings rows into shared memory. Two threads share a partition, and each has a half of it: neighbours in
// memory. Read by the thread itself, every read of a warp would touch 32 lines. So neighbouring lanes read neighbouring
// rows, and put them where the half's thread finds them.
//
// A partition is eliminated from both ends at once. The thread that comes from the end sees the world in a mirror: its
// first row is the partition's last, and a and c have changed places. So both do the same work, step by step.

/// Rows that a thread has of a partition: with more of them there are fewer links.
inline constexpr int half_rows = 32;
/// Of them in shared memory at a time: the fewer, the more warps have room and wait for memory side by side. Doubles of
/// 8 rows are half a line, and take longer (H200).
inline constexpr int tile_rows = 16;

inline constexpr int halves_a_warp = 32;
inline constexpr int partitions_a_warp = halves_a_warp / 2;

/// A tile has tile_rows rows of each of 32 halves, the four coefficients a, b, c, d in a plane each. The stride is odd,
/// so that 32 threads with a half each hit 32 banks.
inline constexpr int half_stride = tile_rows + 1;
inline constexpr int plane = halves_a_warp * half_stride;
inline constexpr int tile_size = 4 * plane;

/// One system as a kernel sees it: a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i. a[0] and c[n - 1] hold 0.
template <typename T> struct SystemRows {
    int n;
    const T *a, *b, *c, *d;
};

/// Where row r of a half stands, as the half's thread counts it, and as memory does.
__device__ int slot_of(int half, int r) { return half * half_stride + r; }
__device__ int slot_in_memory(int half, int r) { return slot_of(half, half % 2 == 1 ? tile_rows - 1 - r : r); }

/// Starts to copy row i to where its a belongs. `swap`: of a half that is seen in the mirror, two planes.
template <typename T> __device__ void copy_row(const SystemRows<T>& s, long long i, T* to, int swap) {
    __pipeline_memcpy_async(to + swap, &s.a[i], sizeof(T));
    __pipeline_memcpy_async(to + plane, &s.b[i], sizeof(T));
    __pipeline_memcpy_async(to + 2 * plane - swap, &s.c[i], sizeof(T));
    __pipeline_memcpy_async(to + 3 * plane, &s.d[i], sizeof(T));
}

/// Starts to read the rows that 32 threads, whose halves begin with half `first` of all, count begin .. begin +
/// tile_rows - 1. Rows behind the last of the system say x = 0. The caller waits for the copies and meets the warp.
template <typename T> __device__ void read_rows(const SystemRows<T>& s, T* tile, long long first, int begin) {
    // At a time 16 lanes read of a half that is seen from its start, and 16 of its neighbour, which is seen from its
    // end.
    const int lane = threadIdx.x % 32, r = lane % tile_rows, half = lane / tile_rows;
    // begin, or half_rows - tile_rows - begin, as a sum: a choice would be made anew for each copy.
    const int skipped = half * (half_rows - tile_rows) + (1 - 2 * half) * begin;
    // Everything that stays from turn to turn stands apart, so that a turn adds constants to places and to nothing
    // else.
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

/// The copies of this thread are there.
__device__ void wait_for_copies() {
    __pipeline_commit();
    __pipeline_wait_prior(0);
}

/// Writes the unknowns of 32 halves, tile_rows of them from every plane of the tile, the first from the first.
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

/// a x_{i-1} + b x_i + c x_{i+1} = d.
template <typename T> struct Equation { T a, b, c, d; };

/// One row of the thread's own half, scaled by a power of two so that its largest coefficient is near 1.
template <typename T> __device__ Equation<T> equation(const T* tile, int slot) {
    const T a = tile[slot], b = tile[slot + plane], c = tile[slot + 2 * plane], d = tile[slot + 3 * plane];
    const T scale = binary_scale(max(max(magnitude(a), magnitude(c)), magnitude(b)), b);
    return Equation<T>{scale * a, scale * b, scale * c, scale * d};
}
