#include "kernels/cuda/ata/planned_ata.h"
#include "kernels/cuda/ata/tensor_copy.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/ata/tensor_core_wide_plan.h"
#include "kernels/cuda/gpu/attribute.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"
#include "kernels/cuda/gpu/warpgroup_mma.h"

#include <utility>

// The version of `tensor-core` for float on Hopper, where four warps multiply 64 x 128 x 8 with one instruction. The
// right operand must be in shared memory in column-major order, but A is in row-major order. Therefore, dedicated warps
// read the right panel, split its numbers into two parts and transpose them. The warps that multiply load the left
// panel directly to registers.
//
//   8 warps   load the right panel in slices of 32 rows, several slices ahead, and prefetch both panels to the L2 cache
//   8 warps   multiply; four warps compute 64 rows of the tile. Three products of parts per slice are added to the sums
//             with ordinary additions, which round, because tensor cores truncate

namespace warploom::kernels {

namespace {

namespace wide {

using namespace tensor_core;
using Tiles = WideTiles;

using Arguments = TileArguments<float, float4>;

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

constexpr int registers_to_multiply = 200, registers_to_split = 56; ///< number of registers per thread (initially 128)

/// Returns the address of the barrier for a full or empty stage.
__device__ __forceinline__ unsigned filled(unsigned memory, int stage) { return memory + Tiles::filled + 8 * stage; }
__device__ __forceinline__ unsigned emptied(unsigned memory, int stage) { return memory + Tiles::emptied + 8 * stage; }
/// Synchronizes only the warps that multiply, not the warps that load.
__device__ __forceinline__ void meet() { asm volatile("bar.sync 1, %0;" ::"n"(Tiles::multipliers) : "memory"); }

/// Reads `together` adjacent numbers of A with one load.
template <int together> __device__ __forceinline__ void read(const float* from, float (&to)[together]) {
    if constexpr (together == 4) {
        const float4 v = __ldg(reinterpret_cast<const float4*>(from));
        to[0] = v.x, to[1] = v.y, to[2] = v.z, to[3] = v.w;
    } else if constexpr (together == 2) {
        const float2 v = __ldg(reinterpret_cast<const float2*>(from));
        to[0] = v.x, to[1] = v.y;
    } else {
        to[0] = __ldg(from);
    }
}

/// Each thread processes four neighboring columns of the right panel and four rows of a slice, with zeros past the end
/// of A.
template <int together> class Splitter {
public:
    __device__ __forceinline__ Splitter(const Arguments& args, const Work& work)
        : a_(args.a), m_(args.m), n_(args.n), thread_(static_cast<int>(threadIdx.x) - Tiles::multipliers),
          column_(work.column * Tiles::tile + thread_ % 32 * columns),
          row_(work.first_slice * Tiles::slice + thread_ / 32 * rows) {
        from_ = a_ + static_cast<std::int64_t>(row_) * n_ + column_;
    }
    __device__ __forceinline__ void read_slice() {
#pragma unroll
        for (int k = 0; k < rows; ++k) read_row(k);
        move_on();
    }
    /// Stores the slice that was read last, and reads the next one.
    __device__ __forceinline__ void lay_out(unsigned char* to) {
#pragma unroll
        for (int c = 0; c < columns; ++c) {
            const Parts x = split(number_[0][c]), y = split(number_[1][c]), z = split(number_[2][c]),
                        w = split(number_[3][c]);
            const int place = Tiles::place(c * 32 + thread_ % 32, thread_ / 32);
            *reinterpret_cast<uint4*>(to + place) = make_uint4(x.large, y.large, z.large, w.large);
            *reinterpret_cast<uint4*>(to + Tiles::panel_bytes + place) = make_uint4(x.small, y.small, z.small, w.small);
        }
        read_slice();
    }

private:
    static constexpr int columns = 4, rows = 4;
    static_assert(Tiles::splitters * columns * rows == Tiles::tile * Tiles::slice);

    __device__ __forceinline__ void read_row(int k) {
#pragma unroll
        for (int c = 0; c < columns; c += together) {
            float some[together] = {};
            if (row_ + k < m_ && column_ + c < n_) read(from_ + static_cast<std::int64_t>(k) * n_ + c, some);
#pragma unroll
            for (int e = 0; e < together; ++e) number_[k][c + e] = some[e];
        }
    }
    __device__ __forceinline__ void move_on() {
        from_ += static_cast<std::int64_t>(Tiles::slice) * n_;
        row_ += Tiles::slice;
    }

    const float* a_;
    int m_, n_, thread_, column_, row_;
    const float* from_;
    float number_[rows][columns];
};

/// Prefetches the 128-byte lines of both panels to L2, one line per thread.
__device__ __forceinline__ void bring_slice_to_l2(const Arguments& args, const Work& work, int slice) {
    constexpr int lines = Tiles::tile * 4 / 128;
    const int thread = static_cast<int>(threadIdx.x) - Tiles::multipliers, of_panel = thread % (Tiles::splitters / 2);
    const int row = (work.first_slice + slice) * Tiles::slice + of_panel / lines;
    const int column = (thread == of_panel ? work.column : work.row) * Tiles::tile + of_panel % lines * 32;
    if (slice >= work.slices || row >= args.m || column >= args.n) return;
    tensor_core::bring_to_l2(args.a + static_cast<std::int64_t>(row) * args.n + column);
}

template <int together>
__device__ __forceinline__ void split_panel(const Arguments& args, const Work& work, unsigned memory,
                                            unsigned char* bytes) {
    constexpr int ahead = 4;
    Splitter<together> splitter(args, work);
    splitter.read_slice();
    for (int s = 1; s < ahead; ++s) bring_slice_to_l2(args, work, s);
    int stage = 0;
    unsigned phase = 1; // initially, all stages are free
    for (int s = 0; s < work.slices; ++s) {
        bring_slice_to_l2(args, work, s + ahead);
        tensor_copy::wait(emptied(memory, stage), phase);
        splitter.lay_out(bytes + stage * Tiles::stage_bytes);
        warpgroup::show_stores();
        __syncwarp();
        if (threadIdx.x % 32 == 0) tensor_copy::arrive(filled(memory, stage));
        if (++stage == Tiles::stages) stage = 0, phase ^= 1;
    }
}

/// The elements of the left panel that one lane needs for a slice: rows q, q + 4, ... of two columns (q = lane % 4).
template <int together> class Left {
public:
    __device__ __forceinline__ Left(const Arguments& args, const Work& work)
        : n_(args.n), row_(static_cast<int>(threadIdx.x) % 4), rows_left_(args.m - work.first_slice * Tiles::slice) {
        const int thread = static_cast<int>(threadIdx.x);
        const int column = work.row * Tiles::tile + Tiles::result_row(thread / 32, thread % 32, 0);
        has_one_ = column < args.n, has_two_ = column + 1 < args.n;
        from_ = args.a + static_cast<std::int64_t>(work.first_slice * Tiles::slice + row_) * n_ + column;
    }
    __device__ __forceinline__ void read_slice() {
#pragma unroll
        for (int i = 0; i < Tiles::slice / 4; ++i) {
            number_[i] = make_float2(0, 0);
            if (row_ + 4 * i >= rows_left_ || !has_one_) continue;
            const float* const from = from_ + static_cast<std::int64_t>(4 * i) * n_;
            if constexpr (together > 1) {
                number_[i] = __ldg(reinterpret_cast<const float2*>(from));
            } else {
                number_[i].x = __ldg(from);
                if (has_two_) number_[i].y = __ldg(from + 1);
            }
        }
        from_ += static_cast<std::int64_t>(Tiles::slice) * n_;
        rows_left_ -= Tiles::slice;
    }
    /// Splits the values for the four instructions of a slice, each with 8 rows.
    __device__ __forceinline__ void split_slice(unsigned (&large)[4][4], unsigned (&rest)[4][4]) const {
#pragma unroll
        for (int i = 0; i < Tiles::slice / 4; ++i) {
            const Parts x = split(number_[i].x), y = split(number_[i].y);
            const int v = i % 2 * 2;
            large[i / 2][v] = x.large, rest[i / 2][v] = x.small;
            large[i / 2][v + 1] = y.large, rest[i / 2][v + 1] = y.small;
        }
    }

private:
    int n_, row_, rows_left_;
    bool has_one_, has_two_;
    const float* from_;
    float2 number_[Tiles::slice / 4];
};

template <int together>
__device__ __forceinline__ void multiply(float (&sum)[64], const Arguments& args, const Work& work, unsigned memory) {
    Left<together> left(args, work);
    left.read_slice();
    int stage = 0;
    unsigned phase = 0;
    for (int s = 0; s < work.slices; ++s) {
        unsigned large[4][4], rest[4][4];
        left.split_slice(large, rest);
        const std::uint64_t of_large = warpgroup::describe(memory + stage * Tiles::stage_bytes),
                            of_rest = warpgroup::describe(memory + stage * Tiles::stage_bytes + Tiles::panel_bytes);
        constexpr int next = 8 * 4 / 16; // distance of eight rows, in descriptor units of 16 bytes
        float now[64];
        tensor_copy::wait(filled(memory, stage), phase);
        warpgroup::begin();
#pragma unroll
        for (int k = 0; k < 4; ++k) warpgroup::multiply_64x128x8(now, rest[k], of_large + next * k, k > 0);
#pragma unroll
        for (int k = 0; k < 4; ++k) warpgroup::multiply_64x128x8(now, large[k], of_rest + next * k, true);
#pragma unroll
        for (int k = 0; k < 4; ++k) warpgroup::multiply_64x128x8(now, large[k], of_large + next * k, true);
        warpgroup::end();
        if (s + 1 < work.slices) left.read_slice();
        warpgroup::wait();
        if (threadIdx.x % 32 == 0) tensor_copy::arrive(emptied(memory, stage));
#pragma unroll
        for (int e = 0; e < 64; ++e) sum[e] += now[e];
        if (++stage == Tiles::stages) stage = 0, phase ^= 1;
    }
}

// Lets the multiplying warps combine the parts of a tile, as in tensor_core_kernel.h.

constexpr int fours = Tiles::tile * Tiles::tile / 4;

__device__ __forceinline__ bool arrives_last(unsigned* counter, int expected, volatile int* is_last) {
    __threadfence();
    meet();
    if (threadIdx.x == 0) {
        *is_last = atomicAdd(counter, 1U) + 1 == static_cast<unsigned>(expected) ? 1 : 0;
        if (*is_last != 0) *counter = 0;
    }
    meet();
    __threadfence();
    return *is_last != 0;
}
__device__ __forceinline__ void leave(const float (&sum)[64], float4* tile) {
#pragma unroll
    for (int e = 0; e < 16; ++e)
        tile[e * Tiles::multipliers + threadIdx.x] =
            make_float4(sum[4 * e], sum[4 * e + 1], sum[4 * e + 2], sum[4 * e + 3]);
}
/// Adds `count` partial tiles in order, `step` tiles apart.
__device__ __forceinline__ void add_up(float (&sum)[64], const float4* first, int count, int step) {
#pragma unroll
    for (int e = 0; e < 64; ++e) sum[e] = 0;
    for (int part = 0; part < count; ++part) {
        const float4* const tile = first + static_cast<std::int64_t>(part) * step * fours;
#pragma unroll
        for (int e = 0; e < 16; ++e) {
            const float4 four = __ldcg(tile + e * Tiles::multipliers + threadIdx.x);
            sum[4 * e] += four.x, sum[4 * e + 1] += four.y, sum[4 * e + 2] += four.z, sum[4 * e + 3] += four.w;
        }
    }
}
/// Returns true in the last block to arrive, which then has the sum of all parts.
__device__ __forceinline__ bool gather_parts(float (&sum)[64], const Arguments& args, const Work& work,
                                             volatile int* is_last) {
    const int size = parts_a_group(work.parts), group = work.part / size, groups = groups_of(work.parts);
    const int first = group * size, members = min(size, work.parts - first);
    unsigned* const counters = args.arrived + work.counter;
    float4* const partial = args.partial + static_cast<std::int64_t>(work.partial) * fours;
    leave(sum, partial + static_cast<std::int64_t>(work.part) * fours);
    if (!arrives_last(counters + 1 + group, members, is_last)) return false;
    add_up(sum, partial + static_cast<std::int64_t>(first) * fours, members, 1);
    if (groups == 1) return true;
    leave(sum, partial + static_cast<std::int64_t>(first) * fours);
    if (!arrives_last(counters, groups, is_last)) return false;
    add_up(sum, partial, groups, size);
    return true;
}

/// Writes 2 x 4 neighboring entries at a time, and their mirror image. Where the diagonal crosses a group, both
/// triangles use the entries below it.
template <int together>
__device__ __forceinline__ void write(const float (&sum)[64], const Arguments& args, const Work& work) {
    const int warp = static_cast<int>(threadIdx.x) / 32, lane = static_cast<int>(threadIdx.x) % 32, n = args.n;
    const int row = work.row * Tiles::tile + Tiles::result_row(warp, lane, 0);
    const int first_column = work.column * Tiles::tile + Tiles::result_column(lane, 0, 0);
    if (row >= n) return;
    bool are_numbers = true;
#pragma unroll
    for (int four = 0; four < 8; ++four) {
        const int j = four / 2, column = first_column + Tiles::column_of(8 * j + four % 2);
        if (column > row + 1) continue;
        float v[2][4];
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                v[r][c] = sum[4 * (j + 4 * c) + 2 * r + four % 2];
                are_numbers = are_numbers && v[r][c] == v[r][c];
            }
        float* const to = args.c + static_cast<std::int64_t>(row) * n + column;
        float* const mirror = args.c + static_cast<std::int64_t>(column) * n + row;
        if (together > 1 && column + 3 < row) {
#pragma unroll
            for (int r = 0; r < 2; ++r) {
                float* const of_row = to + static_cast<std::int64_t>(r) * n;
                if constexpr (together == 4) write_four(of_row, v[r]);
                else write_two(of_row, v[r][0], v[r][1]), write_two(of_row + 2, v[r][2], v[r][3]);
            }
#pragma unroll
            for (int c = 0; c < 4; ++c) write_two(mirror + static_cast<std::int64_t>(c) * n, v[0][c], v[1][c]);
            continue;
        }
#pragma unroll
        for (int r = 0; r < 2; ++r)
#pragma unroll
            for (int c = 0; c < 4; ++c) {
                if (row + r >= n || column + c > row + r) continue;
                to[static_cast<std::int64_t>(r) * n + c] = v[r][c];
                mirror[static_cast<std::int64_t>(c) * n + r] = v[r][c];
            }
    }
    // Splitting an infinite number gives NaN, and so every sum with it is NaN. The loop is not unrolled, because its
    // code would be as long as the rest of the kernel.
    if (are_numbers) return;
    for (int e = 0; e < 64; ++e) {
        const int r = row + e / 2 % 2, k = first_column + Tiles::column_of(e / 4 * 8 + e % 2);
        if (r >= n || k > r) continue;
        float* const at = args.c + static_cast<std::int64_t>(r) * n + k;
        const float v = __ldcg(at);
        if (v == v) continue;
        *at = args.c[static_cast<std::int64_t>(k) * n + r] = plain_sum(args.a, args.m, n, r, k);
    }
}

#endif

/// Computes C. A splitting thread reads `together` numbers of A at once, so rows of A must be aligned to that size.
template <int together> __global__ void __launch_bounds__(Tiles::threads, 1) compute([[maybe_unused]] Arguments args) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    extern __shared__ unsigned char unaligned[];
    __shared__ int is_last;
    const auto from = static_cast<unsigned>(__cvta_generic_to_shared(unaligned));
    const unsigned address = (from + Tiles::alignment - 1) / Tiles::alignment * Tiles::alignment;
    const Work work = args.work[blockIdx.x];
    if (threadIdx.x == 0)
        for (int s = 0; s < Tiles::stages; ++s) {
            tensor_copy::begin_barrier(filled(address, s), Tiles::splitters / 32);
            tensor_copy::begin_barrier(emptied(address, s), Tiles::multipliers / 32);
        }
    __syncthreads();
    if (threadIdx.x >= Tiles::multipliers) {
        warpgroup::give_registers<registers_to_split>();
        split_panel<together>(args, work, address, unaligned + (address - from));
    } else {
        warpgroup::take_registers<registers_to_multiply>();
        float sum[64] = {};
        multiply<together>(sum, args, work, address);
        if (work.parts > 1 && !gather_parts(sum, args, work, &is_last)) return;
        write<together>(sum, args, work);
    }
#endif // on other cards, the kernel is never launched
}

class WideTensorCoreAta final : public PlannedAta<float, Arguments> {
public:
    WideTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : PlannedAta(std::move(device), input) {
        take_plan(wide_plan(m_, n_, device_->multiprocessors()), "wgmma m64n128k8, three products of parts of 11 bits");
        take_kernel<Tiles>(n_ % 4 == 0 ? compute<4> : n_ % 2 == 0 ? compute<2> : compute<1>);
    }
};

} // namespace wide

} // namespace

std::unique_ptr<BoundAta> tensor_core_wide(std::shared_ptr<cuda::Device> device, const AtaInput& input) {
    return std::make_unique<wide::WideTensorCoreAta>(std::move(device), input);
}

bool has_wide_instructions(const cuda::Device& device) {
    // Hopper is the only GPU architecture with warpgroup matrix instructions.
    return attribute_of(device, cudaDevAttrComputeCapabilityMajor) == 9 &&
           attribute_of(device, cudaDevAttrComputeCapabilityMinor) == 0 &&
           attribute_of(device, cudaDevAttrMaxSharedMemoryPerBlockOptin) >= tensor_core::WideTiles::shared_bytes;
}

} // namespace warploom::kernels
