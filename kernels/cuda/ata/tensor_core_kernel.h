#pragma once

#include "kernels/cuda/ata/tensor_core_plan.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <cstdint>

// The device code of the kernel `tensor-core`. Each block computes a tile of the lower triangle of C = AᵀA, or a part
// of one. Both operands are panels of A with `slice` rows and 128 columns. Asynchronous copies load the panels to
// shared memory several slices ahead of the multiplication.

namespace warploom::kernels::tensor_core {

template <class Real> using Arguments = TileArguments<Real, Two<Real>>;
template <class Tiles> using ArgumentsOf = Arguments<typename Tiles::Real>;

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Loads one panel of A slice by slice. Each copy transfers `together` values: 16 bytes if every row of A is aligned to
/// 16 bytes.
template <class Tiles, int together> class Loader {
    using Real = typename Tiles::Real;

public:
    __device__ Loader(const ArgumentsOf<Tiles>& args, int first_column, int first_row)
        : a_(args.a), n_(args.n), rows_left_(args.m - first_row - row()), is_inside_(first_column + column() < args.n),
          from_(args.a + static_cast<std::int64_t>(first_row + row()) * args.n + first_column + column()) {}

    /// Enqueues the copy of a quarter of the next slice to the panel at `shared`.
    __device__ __forceinline__ void load(unsigned shared, int quarter) const {
        if (row() >= rows_at_once) return; // with 96 columns, a quarter of the threads have no row to load
        const unsigned to = shared + static_cast<unsigned>(row() * Tiles::stride + column()) * sizeof(Real);
#pragma unroll
        for (int r = 0; r < slice; r += rows_at_once) {
            if (r * 4 / slice != quarter) continue;
            const bool exists = is_inside_ && r < rows_left_;
            const Real* const from = from_ + static_cast<std::int64_t>(r) * n_;
            copy_async<together * sizeof(Real)>(to + static_cast<unsigned>(r * Tiles::stride) * sizeof(Real),
                                                exists ? from : a_, exists);
        }
    }
    __device__ __forceinline__ void move_on() {
        from_ += static_cast<std::int64_t>(slice) * n_;
        rows_left_ -= slice;
    }

private:
    static constexpr int across = Tiles::tile / together; // number of threads that load a row
    /// Maximum number of rows loaded at a time: one per complete row of threads. rows_at_once also divides a slice
    /// evenly.
    static constexpr int most_rows = Tiles::threads / across;
    static constexpr int rows_at_once = most_rows >= slice ? slice : most_rows >= 8 ? 8 : most_rows >= 4 ? 4 : 2;
    __device__ static int row() { return static_cast<int>(threadIdx.x) / across; }
    __device__ static int column() { return static_cast<int>(threadIdx.x) % across * together; }

    const Real* a_;
    int n_, rows_left_;
    bool is_inside_;
    const Real* from_;
};

/// A lane's view of the two panels of a slice in shared memory.
template <class Tiles> struct Panels {
    using Real = typename Tiles::Real;
    const Real* left; ///< start of this warp's columns in the left panel
    const Real* right;
    int lane;

    __device__ __forceinline__ Panels(const Real* slice, const Share& share)
        : left(slice + share.left), right(slice + share.right), lane(static_cast<int>(threadIdx.x) % 32) {}

    /// Reads the first operand of the i-th row of instructions, from rows k .. k + 3 of the slice.
    __device__ __forceinline__ void read_left(Real (&value)[2], int i, int k) const {
        const auto two = *reinterpret_cast<const Two<Real>*>(left + Tiles::left_place(lane, i, k));
        value[0] = two.x;
        value[1] = two.y;
    }
    /// Reads the second operands of all columns of instructions, from rows k .. k + 3 of the slice.
    __device__ __forceinline__ void read_right(Real (&value)[Tiles::wide], int k) const {
#pragma unroll
        for (int p = 0; p < Tiles::wide / 2; ++p) {
            const auto two = *reinterpret_cast<const Two<Real>*>(right + Tiles::right_place(lane, p, k));
            value[2 * p] = two.x;
            value[2 * p + 1] = two.y;
        }
        if constexpr (Tiles::wide % 2 == 1)
            value[Tiles::wide - 1] = right[Tiles::right_place(lane, Tiles::wide / 2, k)];
    }
};

/// The results of a lane, indexed by [instruction row][instruction column][value].
template <class Tiles> struct Results {
    typename Tiles::Real value[Tiles::high][Tiles::wide][4] = {};
};

/// Returns the final value of an element of C. In float, splitting an infinite number produces NaN, and so every sum
/// with it is NaN. Such elements of C are recomputed with ordinary arithmetic.
__device__ __forceinline__ double settled(double sum, const Arguments<double>&, int, int) { return sum; }
__device__ __forceinline__ float settled(float sum, const Arguments<float>& args, int row, int column) {
    if (sum == sum || row >= args.n || column >= args.n) return sum;
    return plain_sum(args.a, args.m, args.n, row, column);
}

/// Writes 2 x `wide` neighboring elements of C and their mirror image. In both triangles, a warp fills whole 128-byte
/// lines.
template <int together, int wide, class Real>
__device__ __forceinline__ void write_neighbours(const Real (&v)[2][wide], Real* c, int n, int row, int column) {
    if constexpr (together > 1) {
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int e = 0; e < wide; e += 2)
                write_two(c + static_cast<std::int64_t>(row + r) * n + column + e, v[r][e], v[r][e + 1]);
#pragma unroll
        for (int e = 0; e < wide; ++e) write_two(c + static_cast<std::int64_t>(column + e) * n + row, v[0][e], v[1][e]);
    } else {
#pragma unroll
        for (int r = 0; r < 2; ++r) {
            if (row + r >= n) continue;
#pragma unroll
            for (int e = 0; e < wide; ++e) {
                c[static_cast<std::int64_t>(row + r) * n + column + e] = v[r][e];
                c[static_cast<std::int64_t>(column + e) * n + row + r] = v[r][e];
            }
        }
    }
}

/// Writes the part of C that a warp computes off the diagonal. A lane writes 2 x 4 neighboring elements from two
/// adjacent instructions, or 2 x 2 elements from a single instruction.
template <class Tiles, int together>
__device__ __forceinline__ void write_share(const Results<Tiles>& results, const ArgumentsOf<Tiles>& args,
                                            const Share& share) {
    using Real = typename Tiles::Real;
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i) {
        const int row = share.row + Tiles::result_row(lane, i, 0);
        if (row >= args.n) continue;
#pragma unroll
        for (int p = 0; p < Tiles::wide / 2; ++p) {
            const int column = share.column + Tiles::result_column(lane, 2 * p, 0);
            // Two rows of four neighboring elements; the columns come from the two instructions alternately.
            Real v[2][4];
#pragma unroll
            for (int e = 0; e < 4; ++e)
#pragma unroll
                for (int r = 0; r < 2; ++r)
                    v[r][e] = settled(results.value[i][2 * p + e % 2][2 * r + e / 2], args, row + r, column + e);
            write_neighbours<together>(v, args.c, args.n, row, column);
        }
        if constexpr (Tiles::wide % 2 == 1) {
            constexpr int j = Tiles::wide - 1;
            const int column = share.column + Tiles::result_column(lane, j, 0);
            Real v[2][2];
#pragma unroll
            for (int e = 0; e < 4; ++e)
                v[e / 2][e % 2] = settled(results.value[i][j][e], args, row + e / 2, column + e % 2);
            write_neighbours<together>(v, args.c, args.n, row, column);
        }
    }
}

/// Writes the part of C that a warp computes on the diagonal. Only the elements below the diagonal and their mirror
/// images are written, so C is exactly symmetric.
template <class Tiles>
__device__ __forceinline__ void write_cut_share(const Results<Tiles>& results, const ArgumentsOf<Tiles>& args,
                                                const Share& share) {
    const int n = args.n;
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i)
#pragma unroll
        for (int j = 0; j < Tiles::wide; ++j)
#pragma unroll
            for (int v = 0; v < 4; ++v) {
                const int row = share.row + Tiles::result_row(lane, i, v),
                          column = share.column + Tiles::result_column(lane, j, v);
                if (row >= n || column > row) continue;
                const auto value = settled(results.value[i][j][v], args, row, column);
                args.c[static_cast<std::int64_t>(row) * n + column] = value;
                if (column < row) args.c[static_cast<std::int64_t>(column) * n + row] = value;
            }
}

/// A tile of partial sums in global memory, where each thread accesses its own elements in a fixed order.
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

/// Increments an arrival counter. Returns whether this block is the last of `expected` blocks; if so, resets the
/// counter to 0. The last block sees all earlier writes of the other blocks.
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

/// Reads two values and bypasses the L1 cache, because another block wrote them.
__device__ __forceinline__ Two<double> read_two(const Two<double>* from) {
    const double2 two = __ldcg(reinterpret_cast<const double2*>(from));
    return {two.x, two.y};
}
__device__ __forceinline__ Two<float> read_two(const Two<float>* from) {
    const float2 two = __ldcg(reinterpret_cast<const float2*>(from));
    return {two.x, two.y};
}

/// Adds `count` partial tiles in order, starting at `first`. Consecutive partial tiles are `step` tiles apart.
template <class Tiles>
__device__ __forceinline__ void add_up(Results<Tiles>& results, const ArgumentsOf<Tiles>& args, int first, int count,
                                       int step) {
    using Partial = PartialTile<Tiles>;
    using Real = typename Tiles::Real;
    // Number of loads in flight per partial tile.
    constexpr int at_once = Partial::of_thread % 9 == 0 ? 9 : Partial::of_thread < 8 ? Partial::of_thread : 8;
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

/// Adds the partial sums of all parts of a tile. The last block of each group adds the parts of the group, and the last
/// of these blocks adds the groups. Returns true in the block with the total. Which block has the total can vary
/// between runs, but the order of additions does not.
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

/// Loads slices of A to shared memory, several stages ahead of the multiplication.
template <class Tiles, int together> class Slices {
    using Real = typename Tiles::Real;
    static constexpr int panel = Tiles::panel, stages = Tiles::stages;

public:
    __device__ __forceinline__ Slices(const ArgumentsOf<Tiles>& args, const Work& work, Real* memory)
        : to_load_(work.slices), memory_(memory), address_(static_cast<unsigned>(__cvta_generic_to_shared(memory))),
          left_(args, work.left_panel() * Tiles::tile, work.first_slice * slice),
          right_(args, work.right_panel() * Tiles::tile, work.first_slice * slice) {
#pragma unroll
        for (int s = 0; s < stages - 1; ++s) {
            into_ = s;
            load();
        }
        into_ = stages - 1;
        wait_for_copies<stages - 2>();
        __syncthreads();
    }
    /// Starts loading the slice that is `stages` - 1 slices ahead of the current one. It overwrites the previous slice.
    /// Each call loads either the entire slice or a quarter of it.
    __device__ __forceinline__ void load() {
#pragma unroll
        for (int quarter = 0; quarter < 4; ++quarter) load_quarter(quarter);
    }
    __device__ __forceinline__ void load_quarter(int quarter) {
        if (to_load_ > 0) {
            const unsigned to = address_ + static_cast<unsigned>(into_ * 2 * panel) * sizeof(Real);
            left_.load(to, quarter);
            right_.load(to + panel * sizeof(Real), quarter);
        }
        if (quarter < 3) return;
        end_copy_group();
        --to_load_;
        into_ = into_ + 1 == stages ? 0 : into_ + 1;
        left_.move_on();
        right_.move_on();
    }
    /// Waits for the next slice. After that, no warp may read the slice being multiplied. At most `on_their_way` later
    /// slices are still in flight.
    template <int on_their_way> __device__ __forceinline__ void next() {
        wait_for_copies<on_their_way>();
        __syncthreads();
        stage_ = stage_ + 1 == stages ? 0 : stage_ + 1;
    }
    /// Returns the shared memory of the slice to multiply: the left panel, followed by the right panel.
    __device__ __forceinline__ const Real* now() const { return memory_ + stage_ * 2 * panel; }

private:
    int to_load_;
    Real* memory_;
    unsigned address_;
    Loader<Tiles, together> left_, right_;
    int stage_ = 0, into_ = 0; ///< index of the stage being multiplied, and of the stage being filled
};

/// Multiplies all slices in double precision. Loads the operands of a step before multiplying the previous step.
/// Requests only a quarter of a slice at a time, because reads of shared memory queue behind copies.
template <class Tiles, int together>
__device__ __forceinline__ void multiply_slices(Results<Tiles>& results, Slices<Tiles, together>& slices,
                                                const Work& work, const Share& share, double) {
    Panels<Tiles> panels(slices.now(), share);
    double left_values[2][Tiles::high][2], right_values[2][Tiles::wide];
    panels.read_right(right_values[0], 0);
#pragma unroll
    for (int i = 0; i < Tiles::high; ++i) panels.read_left(left_values[0][i], i, 0);

    for (int s = 0; s < work.slices; ++s) {
#pragma unroll
        for (int k = 0; k < slice; k += step) {
            const int now = k / step % 2, next_k = (k + step) % slice;
            if (next_k == 0) {
                // the last quarter of the newest slice has not been requested yet
                slices.template next<Tiles::stages - 3>();
                panels = Panels<Tiles>(slices.now(), share);
            }
            panels.read_right(right_values[1 - now], next_k);
#pragma unroll
            for (int i = 0; i < Tiles::high; ++i) panels.read_left(left_values[1 - now][i], i, next_k);
            slices.load_quarter(k / step);
#pragma unroll
            for (int i = 0; i < Tiles::high; ++i)
#pragma unroll
                for (int j = 0; j < Tiles::wide; ++j)
                    multiply_16x8x4(results.value[i][j], left_values[now][i], right_values[now][j]);
        }
    }
}

/// Multiplies all slices in float. Splits each number into two parts, and adds the three largest of the four partial
/// products, smallest first. Tensor cores truncate, so errors would accumulate in long sums. Each tensor core sum
/// therefore covers only 8 products, and ordinary additions, which round, combine the sums. Splitting takes so long
/// that copies do not delay reads of shared memory, so requesting a whole slice at once is 2 to 11 % faster.
template <class Tiles, int together>
__device__ __forceinline__ void multiply_slices(Results<Tiles>& results, Slices<Tiles, together>& slices,
                                                const Work& work, const Share& share, float) {
    Panels<Tiles> panels(slices.now(), share);
    for (int s = 0; s < work.slices; ++s) {
        slices.load();
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
        slices.template next<Tiles::stages - 2>();
        panels = Panels<Tiles>(slices.now(), share);
    }
}

#endif

template <class Tiles, int together>
__global__ void __launch_bounds__(Tiles::threads, Tiles::blocks_at_once)
    compute([[maybe_unused]] ArgumentsOf<Tiles> args) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    using Real = typename Tiles::Real;
    // Layout: [stage][left panel, right panel].
    extern __shared__ __align__(16) unsigned char memory[];
    const Work work = args.work[blockIdx.x];
    const Share share = share_of<Tiles>(work, static_cast<int>(threadIdx.x) / 32);
    Results<Tiles> results;
    if (work.slices > 0) {
        Slices<Tiles, together> slices(args, work, reinterpret_cast<Real*>(memory));
        multiply_slices<Tiles>(results, slices, work, share, Real());
    }
    if (work.parts > 1 && !gather_parts(results, args, work)) return;
    if (share.is_cut) write_cut_share(results, args, share);
    else write_share<Tiles, together>(results, args, share);
#endif // this card lacks the instruction, so the kernel is never launched
}

} // namespace warploom::kernels::tensor_core
