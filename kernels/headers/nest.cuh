#pragma once

#include "lines.cuh"
#include "tridiagonal_rows.cuh"

// Maps the rows of nested partitions to threads, eliminates unknowns and substitutes back. Template parameters: `rows`
// per thread, `lanes` that cooperate in a warp, and `warps` that cooperate in a block (1 unless lanes is 32).

/// Blocks of rows of a larger system, each reduced to one row. Element i of each array belongs to block i.
template <typename T> struct Groups {
    int count;
    T *first_a, *first_c, *first_d, *last_a, *last_c, *last_d;
};
/// Returns the row that couples the last unknowns of three adjacent blocks. The first unknown of a block is
/// eliminated.
template <typename T> __device__ Row<T> load_row(Groups<T> groups, long long i) {
    const T a = groups.last_a[i], c = groups.last_c[i], d = groups.last_d[i];
    if (i + 1 >= groups.count) return Row<T>{a, T(1), T(0), d};
    const T next_a = groups.first_a[i + 1], next_c = groups.first_c[i + 1], next_d = groups.first_d[i + 1];
    return Row<T>{a, T(1) - c * next_a, -c * next_c, d - c * next_d};
}

/// The rows of a launch. Part k consists of `length` rows, starting at row k * length; `rows` is the total. Row i is
/// row (i + 1) * rows_a_row - 1 of the original system.
struct Extent {
    int parts, length;
    long long rows, rows_a_row;
};

/// Returns the first row of this thread. `part` is the block's part; it is ignored if several parts share a warp.
template <int rows, int lanes, int warps> __device__ long long first_row(Extent extent, int part) {
    const int row = threadIdx.x % lanes * rows;
    if constexpr (warps > 1) return (long long)part * extent.length + threadIdx.x / 32 * (rows * 32) + row;
    const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    return thread / lanes * extent.length + row;
}

/// Returns the row that corresponds to element e of this warp's tile, or -1 if there is none.
template <int rows, int lanes, int warps> __device__ long long row_of_element(Extent extent, int part, int e) {
    constexpr int group_rows = rows * lanes;
    long long own = part;
    int row = threadIdx.x / 32 * group_rows + e;
    if constexpr (warps == 1) {
        const long long thread = (long long)blockIdx.x * blockDim.x + threadIdx.x;
        own = thread / 32 * (32 / lanes) + e / group_rows;
        row = e % group_rows;
    }
    const long long i = own * extent.length + row;
    return own < extent.parts && row < extent.length && i < extent.rows ? i : -1;
}

/// Returns the slot for element e of this warp's tile. Rows of a thread have an odd stride, so that 32 threads access
/// different banks.
template <int rows> __device__ int slot_of(int e) {
    const int warp = threadIdx.x / 32;
    return (warp * 32 + e / rows) * (rows + 1) + e % rows;
}

/// Transposes values through shared memory: lanes have loaded adjacent rows, and each thread gets the rows it owns.
template <int rows, typename T> __device__ void turn(T* tile, T (&value)[rows]) {
    const int lane = threadIdx.x % 32;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < rows; ++k) tile[slot_of<rows>(k * 32 + lane)] = value[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < rows; ++k) value[k] = tile[slot_of<rows>(lane * rows + k)];
}
template <int rows, typename T> __device__ void turn_back(T* tile, T (&value)[rows]) {
    const int lane = threadIdx.x % 32;
    __syncwarp();
#pragma unroll
    for (int k = 0; k < rows; ++k) tile[slot_of<rows>(lane * rows + k)] = value[k];
    __syncwarp();
#pragma unroll
    for (int k = 0; k < rows; ++k) value[k] = tile[slot_of<rows>(k * 32 + lane)];
}

template <int rows, int lanes, int warps, typename T, typename Source>
__device__ void read_rows(Source source, Extent extent, int part, T* tile, Row<T> (&row)[rows]) {
    const int lane = threadIdx.x % 32;
    T a[rows], b[rows], c[rows], d[rows]; // issue all loads of this thread before the first use
#pragma unroll
    for (int k = 0; k < rows; ++k) {
        const long long i = row_of_element<rows, lanes, warps>(extent, part, k * 32 + lane);
        Row<T> r = no_row<T>();
        if (i >= 0) r = load_row(source, i);
        a[k] = r.a;
        b[k] = r.b;
        c[k] = r.c;
        d[k] = r.d;
    }
    turn(tile, a);
    turn(tile, b);
    turn(tile, c);
    turn(tile, d);
#pragma unroll
    for (int k = 0; k < rows; ++k) row[k] = Row<T>{a[k], b[k], c[k], d[k]};
}

/// The equations of a thread after all inner unknowns of its block have been eliminated.
template <typename T, int rows> struct Climbed {
    Line<T> line[rows]; // unknowns of the thread, in terms of the previous thread's last and the next unknown
    Line<T> of_thread;  // last unknown of the thread, in terms of the ends of its warp
    Line<T> of_warp;    // lane w holds the last unknown of warp w, in terms of the ends of the block
    Group<T> group;     // the group of the block: lane 0 holds `first`, and the last lane with a warp holds `last`
};

/// Eliminates unknowns between the threads of each warp, and then between the warps of the block.
template <int rows, int lanes, int warps, typename T>
__device__ void climb(const Row<T> (&row)[rows], Extent extent, int part, int* zero_pivot, Climbed<T, rows>& up) {
    // Zero pivots are reported by row. A zero pivot between two groups is reported as the last row of the left group.
    const long long number = (first_row<rows, lanes, warps>(extent, part) + 1) * extent.rows_a_row - 1;
    const long long last_number = number + (rows - 1) * extent.rows_a_row;
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    const Group<T> own = eliminate_rows(row, up.line, number, extent.rows_a_row, zero_pivot);
    const Joined<T> of_lanes = join_lanes<lanes>(own, lane % lanes, last_number, zero_pivot);
    up.of_thread = of_lanes.line;
    up.group = of_lanes.group;
    if constexpr (warps > 1) {
        __shared__ T numbers[6 * warps];
        if (lane == 0) {
            numbers[warp] = up.group.first.a;
            numbers[warp + warps] = up.group.first.c;
            numbers[warp + 2 * warps] = up.group.first.d;
        }
        if (lane == 31) {
            numbers[warp + 3 * warps] = up.group.last.a;
            numbers[warp + 4 * warps] = up.group.last.c;
            numbers[warp + 5 * warps] = up.group.last.d;
        }
        __syncthreads();
        Group<T> of_lane = {no_line<T>(), no_line<T>()};
        if (lane < warps)
            of_lane = Group<T>{{numbers[lane], numbers[lane + warps], numbers[lane + 2 * warps]},
                               {numbers[lane + 3 * warps], numbers[lane + 4 * warps], numbers[lane + 5 * warps]}};
        const Joined<T> of_warps = join_lanes<warps>(of_lane, lane, last_number, zero_pivot);
        up.of_warp = of_warps.line;
        up.group = of_warps.group;
    }
}

/// Computes all unknowns of the block from the last unknown of the previous block and the last one of this block.
template <int rows, int lanes, int warps, typename T>
__device__ void descend(const Climbed<T, rows>& up, Extent extent, int part, T start, T end, T* tile, T* x) {
    const int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    if constexpr (warps > 1) {
        const T last = up.of_warp.x(start, end); // `of_warp` is the equation of the warp with this lane's index
        end = __shfl_sync(0xffffffff, last, warp);
        const T before = __shfl_sync(0xffffffff, last, warp > 0 ? warp - 1 : 0);
        if (warp > 0) start = before;
    }
    T value[rows];
    value[rows - 1] = up.of_thread.x(start, end);
    T left = __shfl_up_sync(0xffffffff, value[rows - 1], 1);
    if (lane % lanes == 0) left = start;
#pragma unroll
    for (int k = rows - 2; k >= 0; --k) value[k] = up.line[k].x(left, value[k + 1]);
    turn_back(tile, value);
#pragma unroll
    for (int k = 0; k < rows; ++k) {
        const long long i = row_of_element<rows, lanes, warps>(extent, part, k * 32 + lane);
        if (i >= 0) x[i] = value[k];
    }
}
