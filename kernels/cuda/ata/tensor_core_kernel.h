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
    unsigned* arrived; ///< the counters of split tiles; 0 before and after a launch
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Brings one panel, slice by slice. `doubles` values travel together: 2 where every row of A begins on 16 bytes.
template <class Tiles, int doubles> class Loader {
public:
    __device__ Loader(const Arguments& args, int first_column, int first_row)
        : a_(args.a), n_(args.n), rows_left_(args.m - first_row - row()), is_inside_(first_column + column() < args.n),
          from_(args.a + static_cast<std::int64_t>(first_row + row()) * args.n + first_column + column()) {}

    /// Enqueues the next slice into the panel at this address of shared memory.
    __device__ __forceinline__ void load(unsigned shared) {
        const unsigned to = shared + static_cast<unsigned>(row() * Tiles::stride + column()) * 8;
#pragma unroll
        for (int r = 0; r < slice; r += rows_at_once) {
            const bool exists = is_inside_ && r < rows_left_;
            const double* const from = from_ + static_cast<std::int64_t>(r) * n_;
            copy_async<doubles>(to + static_cast<unsigned>(r * Tiles::stride) * 8, exists ? from : a_, exists);
        }
        from_ += static_cast<std::int64_t>(slice) * n_;
        rows_left_ -= slice;
    }

private:
    static constexpr int across = Tiles::tile / doubles; // threads for one row
    static constexpr int rows_at_once = Tiles::threads / across;
    __device__ static int row() { return static_cast<int>(threadIdx.x) / across; }
    __device__ static int column() { return static_cast<int>(threadIdx.x) % across * doubles; }

    const double* a_;
    int n_, rows_left_;
    bool is_inside_;
    const double* from_;
};

/// The panels of one slice in shared memory, as one lane reads them.
template <class Tiles> struct Panels {
    const double* left;
    const double* right;
    int lane, warp;

    /// The first operand of instruction row i, at rows k .. k + 3 of the slice.
    __device__ __forceinline__ void read_left(double (&value)[2], int i, int k) const {
        const auto two = *reinterpret_cast<const double2*>(left + Tiles::left_place(lane, warp, i, k));
        value[0] = two.x;
        value[1] = two.y;
    }
    /// The second operand of all instruction columns.
    __device__ __forceinline__ void read_right(double (&value)[Tiles::wide], int k) const {
#pragma unroll
        for (int p = 0; p < Tiles::wide / 2; ++p) {
            const auto two = *reinterpret_cast<const double2*>(right + Tiles::right_place(lane, warp, p, k));
            value[2 * p] = two.x;
            value[2 * p + 1] = two.y;
        }
    }
};

/// The results of one lane: [instruction row][instruction column][value].
template <class Tiles> struct Results {
    double value[Tiles::high][Tiles::wide][4] = {};
};

/// A tile beside the diagonal: its 2 x 4 neighbours at a time, here and mirrored. In both places the lanes of a warp
/// fill whole lines of 128 bytes.
template <class Tiles, int doubles>
__device__ __forceinline__ void write_tile(const Results<Tiles>& results, int first_row, int first_column, int n,
                                           double* c) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i) {
        const int row = first_row + Tiles::result_row(lane, warp, i, 0);
        if (row >= n) continue;
#pragma unroll
        for (int p = 0; p < Tiles::wide / 2; ++p) {
            const int column = first_column + Tiles::result_column(lane, warp, 2 * p, 0);
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
template <class Tiles>
__device__ __forceinline__ void write_diagonal_tile(const Results<Tiles>& results, int first, int n, double* c) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i)
#pragma unroll
        for (int j = 0; j < Tiles::wide; ++j)
#pragma unroll
            for (int v = 0; v < 4; ++v) {
                const int row = first + Tiles::result_row(lane, warp, i, v),
                          column = first + Tiles::result_column(lane, warp, j, v);
                if (row >= n || column > row) continue;
                c[static_cast<std::int64_t>(row) * n + column] = results.value[i][j][v];
                if (column < row) c[static_cast<std::int64_t>(column) * n + row] = results.value[i][j][v];
            }
}

/// A tile of sums in global memory, which each thread reads and writes in its own order.
template <class Tiles> struct PartialTile {
    static constexpr int pairs = Tiles::tile * Tiles::tile / 2, of_thread = pairs / Tiles::threads;
    double2* at;

    __device__ PartialTile(const Arguments& args, int number)
        : at(args.partial + static_cast<std::int64_t>(number) * pairs + threadIdx.x) {}

    __device__ static double* two_of(Results<Tiles>& results, int e) {
        return &results.value[e / (2 * Tiles::wide)][e / 2 % Tiles::wide][e % 2 * 2];
    }
    __device__ __forceinline__ void write(Results<Tiles>& results) const {
#pragma unroll
        for (int e = 0; e < of_thread; ++e) {
            const double* const two = two_of(results, e);
            at[e * Tiles::threads] = make_double2(two[0], two[1]);
        }
    }
};

/// Counts an arrival, and tells whether it was the last of `expected`; the counter is then 0 again. What the block wrote
/// before can be read by whoever arrives last.
__device__ __forceinline__ bool arrives_last(unsigned* counter, int expected) {
    __shared__ bool is_last;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) {
        is_last = atomicAdd(counter, 1u) + 1 == static_cast<unsigned>(expected);
        if (is_last) *counter = 0;
    }
    __syncthreads();
    __threadfence();
    return is_last;
}

/// Adds up `count` partial sums from `first` on, `step` tiles apart, in this order.
template <class Tiles>
__device__ __forceinline__ void add_up(Results<Tiles>& results, const Arguments& args, int first, int count, int step) {
    using Partial = PartialTile<Tiles>;
    constexpr int at_once = Partial::of_thread < 8 ? Partial::of_thread : 8; // reads on their way, of each part
#pragma unroll
    for (int e0 = 0; e0 < Partial::of_thread; e0 += at_once) {
        double2 sum[at_once] = {};
#pragma unroll 2
        for (int part = 0; part < count; ++part) {
            const double2* const from = Partial(args, first + part * step).at;
#pragma unroll
            for (int e = 0; e < at_once; ++e) {
                const double2 two = __ldcg(from + (e0 + e) * Tiles::threads);
                sum[e].x += two.x;
                sum[e].y += two.y;
            }
        }
#pragma unroll
        for (int e = 0; e < at_once; ++e) {
            double* const to = Partial::two_of(results, e0 + e);
            to[0] = sum[e].x;
            to[1] = sum[e].y;
        }
    }
}

/// Leaves a part's sums for the block that comes last in its group, and that one leaves the group's for the block that
/// comes last of all. Tells whether that is this one; it then holds the sums of all parts. Which block adds is chance, in
/// which order is not.
template <class Tiles>
__device__ __forceinline__ bool gather_parts(Results<Tiles>& results, const Arguments& args, const Work& work) {
    const int size = parts_a_group(work.parts), group = work.part / size, groups = groups_of(work.parts);
    const int first = group * size, members = min(size, work.parts - first);
    unsigned* const counters = args.arrived + work.counter;
    PartialTile<Tiles>(args, work.partial + work.part).write(results);
    if (!arrives_last(counters + 1 + group, members)) return false;
    add_up(results, args, work.partial + first, members, 1);
    if (groups == 1) return true;
    PartialTile<Tiles>(args, work.partial + first).write(results);
    if (!arrives_last(counters, groups)) return false;
    add_up(results, args, work.partial, groups, size);
    return true;
}

/// Multiplies the slices of this block's work.
template <class Tiles, int doubles>
__device__ __forceinline__ void multiply_slices(Results<Tiles>& results, const Arguments& args, const Work& work) {
    extern __shared__ __align__(16) double memory[]; // [stage][left panel, right panel]
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    const bool is_diagonal = work.row == work.column; // both operands are the same panel
    const auto memory_address = static_cast<unsigned>(__cvta_generic_to_shared(memory));
    constexpr int tile = Tiles::tile, panel = Tiles::panel, stages = Tiles::stages;
    Loader<Tiles, doubles> left(args, work.row * tile, work.first_slice * slice);
    Loader<Tiles, doubles> right(args, work.column * tile, work.first_slice * slice);
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
    Panels<Tiles> panels{memory, memory + right_offset, lane, warp};
    double left_values[Tiles::high][2], right_values[2][Tiles::wide];
    panels.read_right(right_values[0], 0);
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i) panels.read_left(left_values[i], i, 0);

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
            for (int i = 0; i < Tiles::high; ++i) {
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j)
                    multiply_16x8x4(results.value[i][j], left_values[i], right_values[now][j]);
                panels.read_left(left_values[i], i, next_k); // this row is done with what it held
            }
        }
        free_stage = stage;
        stage = next_stage;
    }
}

#endif

template <class Tiles, int doubles>
__global__ void __launch_bounds__(Tiles::threads, Tiles::blocks_at_once) compute(Arguments args) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    const Work work = args.work[blockIdx.x];
    constexpr int tile = Tiles::tile;
    Results<Tiles> results;
    if (work.slices > 0) multiply_slices<Tiles, doubles>(results, args, work);
    if (work.parts > 1 && !gather_parts(results, args, work)) return;
    if (work.row == work.column) write_diagonal_tile(results, work.row * tile, args.n, args.c);
    else write_tile<Tiles, doubles>(results, work.row * tile, work.column * tile, args.n, args.c);
#else
    static_cast<void>(args); // no such instruction: the host does not launch this
#endif
}

} // namespace warploom::kernels::tensor_core
