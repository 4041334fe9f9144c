#pragma once

#include "kernels/cuda/ata/tensor_core_mma.h"
#include "kernels/cuda/ata/tensor_core_plan.h"

#include <cstdint>

// The device side of `tensor-core`. A block computes one tile of the lower triangle of C = AᵀA, or a part of it. Both
// operands are panels of A: `slice` rows of 128 columns, which lie side by side in memory. They come to shared memory by
// asynchronous copies, several slices ahead of the multiplication.

namespace warploom::kernels::tensor_core {

/// Two neighbours, read and written together.
template <class Real> struct alignas(2 * sizeof(Real)) Two { Real x, y; };

template <class Real> struct Arguments {
    const Real* a; ///< m x n, row by row
    int m, n;
    const Work* work;   ///< for each block
    Real* c;            ///< n x n
    Two<Real>* partial; ///< a tile for each part of a split one
    unsigned* arrived;  ///< the counters of split tiles; 0 before and after a launch
};
template <class Tiles> using ArgumentsOf = Arguments<typename Tiles::Real>;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Brings one panel, slice by slice. `together` values travel together: 16 bytes where every row of A begins on 16 bytes.
template <class Tiles, int together> class Loader {
    using Real = typename Tiles::Real;

public:
    __device__ Loader(const ArgumentsOf<Tiles>& args, int first_column, int first_row)
        : a_(args.a), n_(args.n), rows_left_(args.m - first_row - row()), is_inside_(first_column + column() < args.n),
          from_(args.a + static_cast<std::int64_t>(first_row + row()) * args.n + first_column + column()) {}

    /// Enqueues the next slice into the panel at this address of shared memory.
    __device__ __forceinline__ void load(unsigned shared) {
        const unsigned to = shared + static_cast<unsigned>(row() * Tiles::stride + column()) * sizeof(Real);
#pragma unroll
        for (int r = 0; r < slice; r += rows_at_once) {
            const bool exists = is_inside_ && r < rows_left_;
            const Real* const from = from_ + static_cast<std::int64_t>(r) * n_;
            copy_async<together * sizeof(Real)>(to + static_cast<unsigned>(r * Tiles::stride) * sizeof(Real),
                                                exists ? from : a_, exists);
        }
        from_ += static_cast<std::int64_t>(slice) * n_;
        rows_left_ -= slice;
    }

private:
    static constexpr int across = Tiles::tile / together; // threads for one row
    static constexpr int rows_at_once = Tiles::threads / across;
    __device__ static int row() { return static_cast<int>(threadIdx.x) / across; }
    __device__ static int column() { return static_cast<int>(threadIdx.x) % across * together; }

    const Real* a_;
    int n_, rows_left_;
    bool is_inside_;
    const Real* from_;
};

/// The panels of one slice in shared memory, as one lane reads them.
template <class Tiles> struct Panels {
    using Real = typename Tiles::Real;
    const Real* left;
    const Real* right;
    int lane, warp;

    /// The first operand of instruction row i, at rows k .. k + 3 of the slice.
    __device__ __forceinline__ void read_left(Real (&value)[2], int i, int k) const {
        const auto two = *reinterpret_cast<const Two<Real>*>(left + Tiles::left_place(lane, warp, i, k));
        value[0] = two.x;
        value[1] = two.y;
    }
    /// The second operand of all instruction columns.
    __device__ __forceinline__ void read_right(Real (&value)[Tiles::wide], int k) const {
#pragma unroll
        for (int p = 0; p < Tiles::wide / 2; ++p) {
            const auto two = *reinterpret_cast<const Two<Real>*>(right + Tiles::right_place(lane, warp, p, k));
            value[2 * p] = two.x;
            value[2 * p + 1] = two.y;
        }
    }
};

/// The results of one lane: [instruction row][instruction column][value].
template <class Tiles> struct Results {
    typename Tiles::Real value[Tiles::high][Tiles::wide][4] = {};
};

/// What is written for a sum. Of an infinite number the parts are no numbers, and neither is a sum with them: such an
/// entry is added up anew, plainly.
__device__ __forceinline__ double settled(double sum, const Arguments<double>&, int, int) { return sum; }
__device__ __forceinline__ float settled(float sum, const Arguments<float>& args, int row, int column) {
    if (sum == sum || row >= args.n || column >= args.n) return sum;
    sum = 0;
    for (int k = 0; k < args.m; ++k) {
        const float* const of = args.a + static_cast<std::int64_t>(k) * args.n;
        sum += of[row] * of[column];
    }
    return sum;
}

/// C is not read again: what is read of A keeps the caches.
__device__ __forceinline__ void write_two(double* to, double x, double y) {
    __stcs(reinterpret_cast<double2*>(to), make_double2(x, y));
}
__device__ __forceinline__ void write_two(float* to, float x, float y) {
    __stcs(reinterpret_cast<float2*>(to), make_float2(x, y));
}

/// A tile beside the diagonal: its 2 x 4 neighbours at a time, here and mirrored. In both places the lanes of a warp
/// fill whole lines of 128 bytes.
template <class Tiles, int together>
__device__ __forceinline__ void write_tile(const Results<Tiles>& results, const ArgumentsOf<Tiles>& args, int first_row,
                                           int first_column) {
    using Real = typename Tiles::Real;
    const int n = args.n;
    Real* const c = args.c;
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i) {
        const int row = first_row + Tiles::result_row(lane, warp, i, 0);
        if (row >= n) continue;
#pragma unroll
        for (int p = 0; p < Tiles::wide / 2; ++p) {
            const int column = first_column + Tiles::result_column(lane, warp, 2 * p, 0);
            // The neighbours in the order of their columns: (instruction 2 p + e % 2, value e / 2), two rows of them.
            Real v[2][4];
#pragma unroll
            for (int e = 0; e < 4; ++e)
#pragma unroll
                for (int r = 0; r < 2; ++r)
                    v[r][e] = settled(results.value[i][2 * p + e % 2][2 * r + e / 2], args, row + r, column + e);
            if constexpr (together > 1) {
#pragma unroll
                for (int r = 0; r < 2; ++r) {
                    Real* const to = c + static_cast<std::int64_t>(row + r) * n + column;
                    write_two(to, v[r][0], v[r][1]);
                    write_two(to + 2, v[r][2], v[r][3]);
                }
#pragma unroll
                for (int e = 0; e < 4; ++e)
                    write_two(c + static_cast<std::int64_t>(column + e) * n + row, v[0][e], v[1][e]);
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
__device__ __forceinline__ void write_diagonal_tile(const Results<Tiles>& results, const ArgumentsOf<Tiles>& args,
                                                    int first) {
    const int n = args.n;
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
                const auto value = settled(results.value[i][j][v], args, row, column);
                args.c[static_cast<std::int64_t>(row) * n + column] = value;
                if (column < row) args.c[static_cast<std::int64_t>(column) * n + row] = value;
            }
}

/// A tile of sums in global memory, which each thread reads and writes in its own order.
template <class Tiles> struct PartialTile {
    static constexpr int pairs = Tiles::tile * Tiles::tile / 2, of_thread = pairs / Tiles::threads;
    using Real = typename Tiles::Real;
    Two<Real>* at;

    __device__ PartialTile(const ArgumentsOf<Tiles>& args, int number)
        : at(args.partial + static_cast<std::int64_t>(number) * pairs + threadIdx.x) {}

    __device__ static Real* two_of(Results<Tiles>& results, int e) {
        return &results.value[e / (2 * Tiles::wide)][e / 2 % Tiles::wide][e % 2 * 2];
    }
    __device__ __forceinline__ void write(Results<Tiles>& results) const {
#pragma unroll
        for (int e = 0; e < of_thread; ++e) {
            const Real* const two = two_of(results, e);
            at[e * Tiles::threads] = {two[0], two[1]};
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

/// Of another block: not from this multiprocessor's cache.
__device__ __forceinline__ Two<double> read_two(const Two<double>* from) {
    const double2 two = __ldcg(reinterpret_cast<const double2*>(from));
    return {two.x, two.y};
}
__device__ __forceinline__ Two<float> read_two(const Two<float>* from) {
    const float2 two = __ldcg(reinterpret_cast<const float2*>(from));
    return {two.x, two.y};
}

/// Adds up `count` partial sums from `first` on, `step` tiles apart, in this order.
template <class Tiles>
__device__ __forceinline__ void add_up(Results<Tiles>& results, const ArgumentsOf<Tiles>& args, int first, int count,
                                       int step) {
    using Partial = PartialTile<Tiles>;
    using Real = typename Tiles::Real;
    constexpr int at_once = Partial::of_thread < 8 ? Partial::of_thread : 8; // reads on their way, of each part
#pragma unroll
    for (int e0 = 0; e0 < Partial::of_thread; e0 += at_once) {
        Two<Real> sum[at_once] = {};
#pragma unroll 2
        for (int part = 0; part < count; ++part) {
            const Two<Real>* const from = Partial(args, first + part * step).at;
#pragma unroll
            for (int e = 0; e < at_once; ++e) {
                const Two<Real> two = read_two(from + (e0 + e) * Tiles::threads);
                sum[e].x += two.x;
                sum[e].y += two.y;
            }
        }
#pragma unroll
        for (int e = 0; e < at_once; ++e) {
            Real* const to = Partial::two_of(results, e0 + e);
            to[0] = sum[e].x;
            to[1] = sum[e].y;
        }
    }
}

/// Leaves a part's sums for the block that comes last in its group, and that one leaves the group's for the block that
/// comes last of all. Tells whether that is this one; it then holds the sums of all parts. Which block adds is chance, in
/// which order is not.
template <class Tiles>
__device__ __forceinline__ bool gather_parts(Results<Tiles>& results, const ArgumentsOf<Tiles>& args,
                                             const Work& work) {
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

/// The slices of this block's work, brought to shared memory some stages ahead.
template <class Tiles, int together> class Slices {
    using Real = typename Tiles::Real;
    static constexpr int panel = Tiles::panel, stages = Tiles::stages;

public:
    __device__ __forceinline__ Slices(const ArgumentsOf<Tiles>& args, const Work& work, Real* memory)
        : is_diagonal_(work.row == work.column), slices_(work.slices), memory_(memory),
          address_(static_cast<unsigned>(__cvta_generic_to_shared(memory))),
          left_(args, work.row * Tiles::tile, work.first_slice * slice),
          right_(args, work.column * Tiles::tile, work.first_slice * slice) {
#pragma unroll
        for (int s = 0; s < stages - 1; ++s) load(s, s);
        wait_for_copies<stages - 2>();
        __syncthreads();
    }
    /// Begins to bring the slice that comes `stages` - 1 behind slice `s`, into the place of the one before `s`.
    __device__ __forceinline__ void load_ahead(int s) { load(s + stages - 1, free_stage_); }
    /// Waits for the slice behind the one being multiplied. Afterwards nobody reads the oldest stage any more.
    __device__ __forceinline__ void next() {
        wait_for_copies<stages - 2>();
        __syncthreads();
        free_stage_ = stage_;
        stage_ = stage_ + 1 == stages ? 0 : stage_ + 1;
    }
    __device__ __forceinline__ const Real* left() const { return memory_ + stage_ * 2 * panel; }
    /// On the diagonal both operands are the same panel.
    __device__ __forceinline__ const Real* right() const { return left() + (is_diagonal_ ? 0 : panel); }

private:
    __device__ __forceinline__ void load(int s, int into) {
        if (s < slices_) {
            const unsigned to = address_ + static_cast<unsigned>(into * 2 * panel) * sizeof(Real);
            left_.load(to);
            if (!is_diagonal_) right_.load(to + panel * sizeof(Real));
        }
        end_copy_group();
    }

    bool is_diagonal_;
    int slices_;
    Real* memory_;
    unsigned address_;
    Loader<Tiles, together> left_, right_;
    int stage_ = 0, free_stage_ = stages - 1; // the one being multiplied, and the one that was before it
};

/// In double. The operands of a step are read while the one before is being multiplied; those of the next slice need all
/// of its copies.
template <class Tiles, int together>
__device__ __forceinline__ void multiply_slices(Results<Tiles>& results, Slices<Tiles, together>& slices,
                                                const Work& work, double) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    Panels<Tiles> panels{slices.left(), slices.right(), lane, warp};
    double left_values[Tiles::high][2], right_values[2][Tiles::wide];
    panels.read_right(right_values[0], 0);
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i) panels.read_left(left_values[i], i, 0);

    for (int s = 0; s < work.slices; ++s) {
#pragma unroll
        for (int k = 0; k < slice; k += step) {
            const bool is_last = k + step == slice;
            const int now = k / step % 2, next_k = (k + step) % slice;
            if (k == 0) slices.load_ahead(s); // the stage was let go of at the end of the slice before
            if (is_last) {
                slices.next();
                panels.left = slices.left();
                panels.right = slices.right();
            }
            panels.read_right(right_values[1 - now], next_k);
#pragma unroll
            for (int i = 0; i < Tiles::high; ++i) {
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j)
                    multiply_16x8x4(results.value[i][j], left_values[i], right_values[now][j]);
                panels.read_left(left_values[i], i, next_k); // this row is done with what it held
            }
        }
    }
}

/// In float, each number as two parts: of the four products of parts the three larger ones, the smallest first. Tensor
/// cores cut off what does not fit into a sum, so that long sums would drift; here a sum of theirs is 8 products long, and
/// is added to the others by an ordinary addition, which rounds.
template <class Tiles, int together>
__device__ __forceinline__ void multiply_slices(Results<Tiles>& results, Slices<Tiles, together>& slices,
                                                const Work& work, float) {
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    Panels<Tiles> panels{slices.left(), slices.right(), lane, warp};
    for (int s = 0; s < work.slices; ++s) {
        slices.load_ahead(s);
#pragma unroll
        for (int k = 0; k < slice; k += 2 * step) {
            float first[Tiles::wide], second[Tiles::wide];
            panels.read_right(first, k);
            panels.read_right(second, k + step);
            unsigned large[Tiles::wide][2], small[Tiles::wide][2];
#pragma unroll
            for (int j = 0; j < Tiles::wide; ++j) {
                const Parts one = split(first[j]), other = split(second[j]);
                large[j][0] = one.large, large[j][1] = other.large;
                small[j][0] = one.small, small[j][1] = other.small;
            }
#pragma unroll
            for (int i = 0; i < Tiles::high; ++i) {
                float four[2][2];
                panels.read_left(four[0], i, k);
                panels.read_left(four[1], i, k + step);
                unsigned left_large[4], left_small[4];
#pragma unroll
                for (int v = 0; v < 4; ++v) {
                    const Parts parts = split(four[v / 2][v % 2]);
                    left_large[v] = parts.large, left_small[v] = parts.small;
                }
                float sum[Tiles::wide][4] = {};
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j) multiply_16x8x8(sum[j], left_small, large[j]);
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j) multiply_16x8x8(sum[j], left_large, small[j]);
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j) multiply_16x8x8(sum[j], left_large, large[j]);
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j)
#pragma unroll
                    for (int v = 0; v < 4; ++v) results.value[i][j][v] += sum[j][v];
            }
        }
        slices.next();
        panels.left = slices.left();
        panels.right = slices.right();
    }
}

#endif

template <class Tiles, int together>
__global__ void __launch_bounds__(Tiles::threads, Tiles::blocks_at_once) compute(ArgumentsOf<Tiles> args) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    using Real = typename Tiles::Real;
    extern __shared__ __align__(16) unsigned char memory[]; // [stage][left panel, right panel]
    const Work work = args.work[blockIdx.x];
    constexpr int tile = Tiles::tile;
    Results<Tiles> results;
    if (work.slices > 0) {
        Slices<Tiles, together> slices(args, work, reinterpret_cast<Real*>(memory));
        multiply_slices<Tiles>(results, slices, work, Real());
    }
    if (work.parts > 1 && !gather_parts(results, args, work)) return;
    if (work.row == work.column) write_diagonal_tile(results, args, work.row * tile);
    else write_tile<Tiles, together>(results, args, work.row * tile, work.column * tile);
#else
    static_cast<void>(args); // no such instruction: the host does not launch this
#endif
}

} // namespace warploom::kernels::tensor_core
