#pragma once

#include "kernels/cuda/ata/tensor_core_mma.h"
#include "kernels/cuda/ata/tensor_core_plan.h"

#include <cstdint>

// The device side of `tensor-core`. A block computes one tile of the lower triangle of C = AᵀA, or a part of it. Both
// operands are panels of A: `slice` rows of 128 columns, which lie side by side in memory. They come to shared memory by
// asynchronous copies, several slices ahead of the multiplication.

namespace warploom::kernels::tensor_core {

struct Arguments {
    const double* a; ///< m x n, row by row
    int m, n;
    const Work* work;  ///< for each block
    double* c;         ///< n x n
    double2* partial;  ///< a tile for each part of a split one
    unsigned* arrived; ///< a counter for each split tile; 0 before and after a launch
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Brings one panel, slice by slice. `doubles` values travel together: 2 where every row of A begins on 16 bytes.
template <int doubles> class Loader {
public:
    __device__ Loader(const Arguments& args, int first_column, int first_row)
        : a_(args.a), n_(args.n), rows_left_(args.m - first_row - row()), is_inside_(first_column + column() < args.n),
          from_(args.a + static_cast<std::int64_t>(first_row + row()) * args.n + first_column + column()) {}

    /// Enqueues the next slice into the panel at this address of shared memory.
    __device__ __forceinline__ void load(unsigned shared) {
        const unsigned to = shared + static_cast<unsigned>(row() * stride + column()) * 8;
#pragma unroll
        for (int r = 0; r < slice; r += rows_at_once) {
            const bool exists = is_inside_ && r < rows_left_;
            const double* const from = from_ + static_cast<std::int64_t>(r) * n_;
            copy_async<doubles>(to + static_cast<unsigned>(r * stride) * 8, exists ? from : a_, exists);
        }
        from_ += static_cast<std::int64_t>(slice) * n_;
        rows_left_ -= slice;
    }

private:
    static constexpr int across = tile / doubles; // threads for one row
    static constexpr int rows_at_once = threads / across;
    __device__ static int row() { return static_cast<int>(threadIdx.x) / across; }
    __device__ static int column() { return static_cast<int>(threadIdx.x) % across * doubles; }

    const double* a_;
    int n_, rows_left_;
    bool is_inside_;
    const double* from_;
};

/// The panels of one slice in shared memory, as one lane reads them.
struct Panels {
    const double* left;
    const double* right;
    int lane, warp;

    /// The first operand of instruction row i, at rows k .. k + 3 of the slice.
    __device__ __forceinline__ void read_left(double (&value)[2], int i, int k) const {
        const auto two = *reinterpret_cast<const double2*>(left + left_place(lane, warp, i, k));
        value[0] = two.x;
        value[1] = two.y;
    }
    /// The second operand of all four instruction columns.
    __device__ __forceinline__ void read_right(double (&value)[4], int k) const {
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            const auto two = *reinterpret_cast<const double2*>(right + right_place(lane, warp, p, k));
            value[2 * p] = two.x;
            value[2 * p + 1] = two.y;
        }
    }
};

/// The results of one lane: [instruction row][instruction column][value].
struct Results {
    double value[4][4][4] = {};
};

/// A tile beside the diagonal: its 2 x 4 neighbours at a time, here and mirrored. In both places the lanes of a warp
/// fill whole lines of 128 bytes.
template <int doubles>
__device__ __forceinline__ void write_tile(const Results& results, int first_row, int first_column, int n, double* c) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int row = first_row + result_row(lane, warp, i, 0);
        if (row >= n) continue;
#pragma unroll
        for (int p = 0; p < 2; ++p) {
            const int column = first_column + result_column(lane, warp, 2 * p, 0);
            // The neighbours in the order of their columns: (instruction 2 p + e % 2, value e / 2), two rows of them.
            double v[2][4];
#pragma unroll
            for (int e = 0; e < 4; ++e) {
                v[0][e] = results.value[i][2 * p + e % 2][e / 2];
                v[1][e] = results.value[i][2 * p + e % 2][2 + e / 2];
            }
            if constexpr (doubles == 2) {
#pragma unroll
                for (int r = 0; r < 2; ++r) {
                    auto* const to = reinterpret_cast<double2*>(c + static_cast<std::int64_t>(row + r) * n + column);
                    __stcs(to, make_double2(v[r][0], v[r][1]));
                    __stcs(to + 1, make_double2(v[r][2], v[r][3]));
                }
#pragma unroll
                for (int e = 0; e < 4; ++e)
                    __stcs(reinterpret_cast<double2*>(c + static_cast<std::int64_t>(column + e) * n + row),
                           make_double2(v[0][e], v[1][e]));
            } else {
#pragma unroll
                for (int r = 0; r < 2; ++r) {
                    if (row + r >= n) continue;
#pragma unroll
                    for (int e = 0; e < 4; ++e) {
                        c[static_cast<std::int64_t>(row + r) * n + column + e] = v[r][e];
                        c[static_cast<std::int64_t>(column + e) * n + row + r] = v[r][e];
                    }
                }
            }
        }
    }
}

/// A tile on the diagonal holds both halves; only the lower one is used, for both places, so that they are the same.
__device__ __forceinline__ void write_diagonal_tile(const Results& results, int first, int n, double* c) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j)
#pragma unroll
            for (int v = 0; v < 4; ++v) {
                const int row = first + result_row(lane, warp, i, v), column = first + result_column(lane, warp, j, v);
                if (row >= n || column > row) continue;
                c[static_cast<std::int64_t>(row) * n + column] = results.value[i][j][v];
                if (column < row) c[static_cast<std::int64_t>(column) * n + row] = results.value[i][j][v];
            }
}

/// Leaves a part's sums for the block that comes last, and tells whether that is this one; it then holds the sums of all
/// parts, added in their order, whoever was last.
__device__ __forceinline__ bool gather_parts(Results& results, const Arguments& args, const Work& work) {
    constexpr int pairs = tile * tile / 2;
    auto* const mine = args.partial + static_cast<std::int64_t>(work.partial + work.part) * pairs + threadIdx.x;
#pragma unroll
    for (int e = 0; e < 32; ++e) {
        const double* const two = &results.value[e / 8][e / 2 % 4][e % 2 * 2];
        mine[e * threads] = make_double2(two[0], two[1]);
    }
    __threadfence();
    __syncthreads();
    __shared__ bool is_last;
    if (threadIdx.x == 0) is_last = atomicAdd(args.arrived + work.counter, 1u) + 1 == static_cast<unsigned>(work.parts);
    __syncthreads();
    if (!is_last) return false;
    __threadfence();
    const double2* from = args.partial + static_cast<std::int64_t>(work.partial) * pairs + threadIdx.x;
    for (int part = 0; part < work.parts; ++part, from += pairs) {
#pragma unroll
        for (int e = 0; e < 32; ++e) {
            const double2 two = __ldcg(from + e * threads);
            double* const sum = &results.value[e / 8][e / 2 % 4][e % 2 * 2];
            sum[0] = part == 0 ? two.x : sum[0] + two.x;
            sum[1] = part == 0 ? two.y : sum[1] + two.y;
        }
    }
    if (threadIdx.x == 0) args.arrived[work.counter] = 0;
    return true;
}

/// Multiplies the slices of this block's work.
template <int doubles>
__device__ __forceinline__ void multiply_slices(Results& results, const Arguments& args, const Work& work) {
    extern __shared__ __align__(16) double memory[]; // [stage][left panel, right panel]
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    const bool is_diagonal = work.row == work.column; // both operands are the same panel
    const auto memory_address = static_cast<unsigned>(__cvta_generic_to_shared(memory));
    Loader<doubles> left(args, work.row * tile, work.first_slice * slice);
    Loader<doubles> right(args, work.column * tile, work.first_slice * slice);
    const int right_offset = is_diagonal ? 0 : panel;
    const auto load = [&](int into) {
        const unsigned to = memory_address + static_cast<unsigned>(into * 2 * panel) * 8;
        left.load(to);
        if (!is_diagonal) right.load(to + panel * 8);
    };

#pragma unroll
    for (int s = 0; s < stages - 1; ++s) {
        if (s < work.slices) load(s);
        end_copy_group();
    }
    wait_for_copies<stages - 2>();
    __syncthreads();
    Panels panels{memory, memory + right_offset, lane, warp};
    double left_values[4][2], right_values[2][4];
    panels.read_right(right_values[0], 0);
#pragma unroll
    for (int i = 0; i < 4; ++i) panels.read_left(left_values[i], i, 0);

    int stage = 0, free_stage = stages - 1; // the one being multiplied, and the one that was before it
    for (int s = 0; s < work.slices; ++s) {
        const int next_stage = stage + 1 == stages ? 0 : stage + 1;
#pragma unroll
        for (int k = 0; k < slice; k += step) {
            // The operands of the next step are read while this one is being multiplied. Those of the next slice need
            // all of its copies; the barrier also says that nobody reads the oldest stage any more.
            if (k + step == slice) {
                wait_for_copies<stages - 2>();
                __syncthreads();
                panels.left = memory + next_stage * 2 * panel;
                panels.right = panels.left + right_offset;
            }
            const int now = k / step % 2, next_k = (k + step) % slice;
            panels.read_right(right_values[1 - now], next_k);
            if (k == 0) {
                if (s + stages - 1 < work.slices) load(free_stage);
                end_copy_group();
            }
#pragma unroll
            for (int i = 0; i < 4; ++i) {
#pragma unroll
                for (int j = 0; j < 4; ++j) multiply_16x8x4(results.value[i][j], left_values[i], right_values[now][j]);
                panels.read_left(left_values[i], i, next_k); // this row is done with what it held
            }
        }
        free_stage = stage;
        stage = next_stage;
    }
}

#endif

template <int doubles> __global__ void __launch_bounds__(threads, 1) compute(Arguments args) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    const Work work = args.work[blockIdx.x];
    Results results;
    if (work.slices > 0) multiply_slices<doubles>(results, args, work);
    if (work.parts > 1 && !gather_parts(results, args, work)) return;
    if (work.row == work.column) write_diagonal_tile(results, work.row * tile, args.n, args.c);
    else write_tile<doubles>(results, work.row * tile, work.column * tile, args.n, args.c);
#else
    static_cast<void>(args); // no such instruction: the host does not launch this
#endif
}

} // namespace warploom::kernels::tensor_core
