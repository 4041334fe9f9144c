// title: Partitions nested in thread, warp and block
// summary: Up to 5120 unknowns in one launch with one barrier, all in registers; larger systems are reduced by a factor of 512. Many systems of equal size at once.
// source: reference; after Wang 1981 and Zhang, Cohen, Owens 2010
// scratch: first_a T[n / 511 + 64]
// scratch: first_c T[n / 511 + 64]
// scratch: first_d T[n / 511 + 64]
// scratch: last_a T[n / 511 + 64]
// scratch: last_c T[n / 511 + 64]
// scratch: last_d T[n / 511 + 64]
// scratch: last_x T[n / 511 + 64]
// early: solve_parts reduce_parts substitute_parts

#include "../headers/nest.cuh"

// For a small system, the latency of launches, barriers and memory dominates. Therefore, everything happens in one
// launch and in registers, in a hierarchy that follows the hardware:
//
//   thread   eliminates the inner unknowns of its rows (2, 4 or 8), one after the other
//   warp     combines its 32 threads by parallel cyclic reduction; lanes exchange three numbers by shuffles
//   block    combines its warps in the same way; every warp does this redundantly, so there is only one barrier
//
// Back substitution then computes the last unknowns of warps, those of threads, and all others, in this order. Shared
// memory is only used to transpose rows: neighboring lanes read neighboring rows, but a thread needs consecutive rows.
//
// A system that does not fit in one block is divided into blocks of 512 rows. The last unknowns of these blocks form a
// tridiagonal system that is 512 times smaller and is solved in the same way. A second sweep then reads the rows again
// and computes all other unknowns. It is launched early: while the smaller system is being solved, it reads its first
// rows and eliminates their inner unknowns. If there are several independent systems of equal size, each is solved by
// some lanes, a warp or a block, and all of them in one launch.
//
// There is no pivoting, so the system must be diagonally dominant, as for cr and pcr.

inline constexpr int block_rows = 5120; // a block of 640 threads holds 8 rows per thread in registers
inline constexpr int cut_rows = 512;    // number of rows per block of a divided system

/// Returns whether the source exists before the first launch: the rows of the system do, but groups do not.
template <typename T> __device__ bool is_given(const Rows<T>& source) { return true; }
template <typename T> __device__ bool is_given(const Groups<T>& source) { return false; }

/// Solves whole systems. Each group of lanes, or each block, solves one part.
template <int rows, int lanes, int warps, typename T, typename Source>
__global__ void __maxnreg__(rows >= 8 ? 96 : 64) solve_parts(Source source, Extent extent, T* x, int* zero_pivot) {
    __shared__ T tile[(warps == 1 ? 4 : warps) * 32 * (rows + 1)];
    cudaTriggerProgrammaticLaunchCompletion();
    cudaGridDependencySynchronize();
    const int part = blockIdx.x, lane = threadIdx.x % 32;
    Row<T> row[rows];
    read_rows<rows, lanes, warps>(source, extent, part, tile, row);
    Climbed<T, rows> up;
    climb<rows, lanes, warps>(row, extent, part, zero_pivot, up);
    // There are no unknowns before the first part and after the last part.
    const T end = __shfl_sync(0xffffffff, up.group.last.d, warps > 1 ? warps - 1 : lane / lanes * lanes + lanes - 1);
    descend<rows, lanes, warps>(up, extent, part, T(0), end, tile, x);
}

/// First sweep of a larger system: reduces each block to one row.
template <int rows, int warps, typename T, typename Source>
__global__ void __maxnreg__(rows >= 8 ? 96 : 64)
    reduce_parts(Source source, Extent extent, Groups<T> groups, int* zero_pivot) {
    __shared__ T tile[warps * 32 * (rows + 1)];
    // Wait first, because a later launch that starts early may rely on everything written before this one.
    cudaGridDependencySynchronize();
    cudaTriggerProgrammaticLaunchCompletion();
    const int part = blockIdx.x, thread = threadIdx.x;
    Row<T> row[rows];
    read_rows<rows, 32, warps>(source, extent, part, tile, row);
    Climbed<T, rows> up;
    climb<rows, 32, warps>(row, extent, part, zero_pivot, up);
    if (thread == 0) {
        groups.first_a[part] = up.group.first.a;
        groups.first_c[part] = up.group.first.c;
        groups.first_d[part] = up.group.first.d;
    }
    if (thread == warps - 1) {
        groups.last_a[part] = up.group.last.a;
        groups.last_c[part] = up.group.last.c;
        groups.last_d[part] = up.group.last.d;
    }
}

/// Second sweep: computes all unknowns of a block from the last unknowns of the blocks. Starts with the last block,
/// because the cache still holds the latest reads of the first sweep.
template <int rows, int warps, typename T, typename Source>
__global__ void __maxnreg__(rows >= 8 ? 96 : 64)
    substitute_parts(Source source, Extent extent, const T* last_x, T* x, int* zero_pivot) {
    __shared__ T tile[warps * 32 * (rows + 1)];
    cudaTriggerProgrammaticLaunchCompletion();
    if (!is_given(source)) cudaGridDependencySynchronize();
    const int part = extent.parts - 1 - (int)blockIdx.x;
    Row<T> row[rows];
    read_rows<rows, 32, warps>(source, extent, part, tile, row);
    Climbed<T, rows> up;
    climb<rows, 32, warps>(row, extent, part, zero_pivot, up);
    if (is_given(source)) cudaGridDependencySynchronize();
    T start = 0;
    if (part > 0) start = last_x[part - 1];
    descend<rows, 32, warps>(up, extent, part, start, last_x[part], tile, x);
}

template <int rows, int lanes, typename T, typename Source>
void solve_by_lanes(Source source, Extent extent, T* x, int* zero_pivot) {
    constexpr int parts_a_warp = 32 / lanes;
    const int warps = (extent.parts - 1) / parts_a_warp + 1, together = warps < 4 ? warps : 4;
    solve_parts<rows, lanes, 1><<<(warps - 1) / together + 1, together * 32>>>(source, extent, x, zero_pivot);
}
template <int rows, int warps, typename T, typename Source>
void solve_by_warps(Source source, Extent extent, T* x, int* zero_pivot) {
    solve_parts<rows, 32, warps><<<extent.parts, warps * 32>>>(source, extent, x, zero_pivot);
}

/// Solves parts that fit in a block. A single part is latency-bound: a thread has few rows, because it processes them
/// one by one. Many parts are throughput-bound: a thread has many rows, because combining threads costs more.
template <typename T, typename Source> void solve(Source source, Extent extent, T* x, int* zero_pivot) {
    const int n = extent.length;
    const bool is_alone = extent.parts == 1;
    if (is_alone && n <= 64) solve_by_lanes<2, 32>(source, extent, x, zero_pivot);
    else if (is_alone && n <= 128) solve_by_lanes<4, 32>(source, extent, x, zero_pivot);
    else if (n <= 32) solve_by_lanes<4, 8>(source, extent, x, zero_pivot);
    else if (n <= 64) {
        if constexpr (sizeof(T) == 8) solve_by_lanes<4, 16>(source, extent, x, zero_pivot);
        else solve_by_lanes<8, 8>(source, extent, x, zero_pivot);
    } else if (n <= 128) solve_by_lanes<8, 16>(source, extent, x, zero_pivot);
    else if (n <= 256) solve_by_lanes<8, 32>(source, extent, x, zero_pivot);
    else if (is_alone && n <= 512) solve_by_warps<4, 4>(source, extent, x, zero_pivot);
    else if (n <= 512) solve_by_warps<8, 2>(source, extent, x, zero_pivot);
    else if (is_alone && n <= 1024) solve_by_warps<4, 8>(source, extent, x, zero_pivot);
    else if (n <= 1024) solve_by_warps<8, 4>(source, extent, x, zero_pivot);
    else if (n <= 2048) solve_by_warps<8, 8>(source, extent, x, zero_pivot);
    else solve_by_warps<8, 20>(source, extent, x, zero_pivot);
}

/// Returns `count` groups of one level, starting at `place`.
template <typename T> Groups<T> level_of(Groups<T> all, int place, int count) {
    return Groups<T>{count,
                     all.first_a + place,
                     all.first_c + place,
                     all.first_d + place,
                     all.last_a + place,
                     all.last_c + place,
                     all.last_d + place};
}

template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* first_a,
         T* first_c, T* first_d, T* last_a, T* last_c, T* last_d, T* last_x) {
    const Rows<T> system = {a, b, c, d};
    if (systems > 1 && n / systems <= block_rows) {
        solve(system, Extent{systems, n / systems, n, 1}, x, zero_pivot);
        return;
    }
    // The systems are not coupled, so they can be treated as a single system from here on.
    if (n <= block_rows) {
        solve(system, Extent{1, n, n, 1}, x, zero_pivot);
        return;
    }
    // Numbers of blocks at the first, second and third level. No system has more levels. They are stored one after
    // another in the arrays.
    const int count_1 = (n - 1) / cut_rows + 1, count_2 = (count_1 - 1) / cut_rows + 1,
              count_3 = (count_2 - 1) / cut_rows + 1;
    constexpr long long rows_1 = cut_rows, rows_2 = rows_1 * cut_rows, rows_3 = rows_2 * cut_rows;
    const Groups<T> all = {0, first_a, first_c, first_d, last_a, last_c, last_d};
    const Groups<T> level_1 = level_of(all, 0, count_1), level_2 = level_of(all, count_1, count_2),
                    level_3 = level_of(all, count_1 + count_2, count_3);
    T* last_2 = last_x + count_1;
    T* last_3 = last_2 + count_2;

    // A block has only two warps, so that many blocks are resident and hide memory latency. The smaller systems have
    // few blocks, and all other blocks wait for them, so they use two rows per thread.
    const Extent extent_1 = {count_1, cut_rows, n, 1};
    const Extent extent_2 = {count_2, cut_rows, count_1, rows_1};
    const Extent extent_3 = {count_3, cut_rows, count_2, rows_2};
    reduce_parts<8, 2><<<count_1, 64>>>(system, extent_1, level_1, zero_pivot);
    if (count_1 <= block_rows) {
        solve(level_1, Extent{1, count_1, count_1, rows_1}, last_x, zero_pivot);
    } else {
        reduce_parts<2, 8><<<count_2, 256>>>(level_1, extent_2, level_2, zero_pivot);
        if (count_2 <= block_rows) {
            solve(level_2, Extent{1, count_2, count_2, rows_2}, last_2, zero_pivot);
        } else {
            reduce_parts<2, 8><<<count_3, 256>>>(level_2, extent_3, level_3, zero_pivot);
            solve(level_3, Extent{1, count_3, count_3, rows_3}, last_3, zero_pivot);
            substitute_parts<2, 8><<<count_3, 256>>>(level_2, extent_3, last_3, last_2, zero_pivot);
        }
        substitute_parts<2, 8><<<count_2, 256>>>(level_1, extent_2, last_2, last_x, zero_pivot);
    }
    substitute_parts<8, 2><<<count_1, 64>>>(system, extent_1, last_x, x, zero_pivot);
}
