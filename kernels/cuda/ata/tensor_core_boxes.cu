#include "engine/sentence.h"
#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_copy.h"
#include "kernels/cuda/ata/tensor_core_boxes_plan.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/attribute.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <algorithm>
#include <string>
#include <utility>

// The version of `tensor-core` that loads boxes of A to shared memory with tensor copies. A single instruction of one
// thread copies 32 rows of 16 columns, and the hardware computes the addresses. Asynchronous 16-byte copies would take
// many more instructions and compete for shared memory. No block-wide barriers are needed: a warp waits only for the
// boxes of a slice, and a copy starts when all warps have finished with the slice that it overwrites.

namespace warploom::kernels {

namespace {

namespace boxes {

using namespace tensor_core;

/// Layout of the shared memory: slices, sums from the other block of the cluster, and two barriers per stage.
template <class Tiles, int parts> struct Memory {
    static constexpr int alignment = 1024; ///< alignment in bytes: the swizzle pattern repeats every 1024 bytes
    static constexpr int of_square = 4;    ///< number of pairs of results per thread in each 16 x 16 square
    static constexpr int received = Tiles::stages * Tiles::stage_bytes;
    static constexpr int received_bytes =
        parts == 1 ? 0 : kept_in_part<Tiles> * of_square * Tiles::threads * static_cast<int>(sizeof(double2));
    static constexpr int arrived = received + received_bytes, left = arrived + 8 * Tiles::stages;
    static constexpr int bytes = alignment + left + 8 * Tiles::stages;
    static_assert(Tiles::groups == 1 ||
                  kept_in_group<Tiles> * of_square * Tiles::threads * static_cast<int>(sizeof(double2)) <= received);
};

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

/// Loads slices of A to shared memory, several stages ahead of the multiplication.
template <class Tiles, class Memory> class Arrivals {
public:
    /// Number of slices requested in advance. One stage is spare, so that a warp can be a slice ahead without waiting.
    static constexpr int ahead = Tiles::stages - 2;

    __device__ Arrivals(const CUtensorMap& map, const Work& work, unsigned memory)
        : map_(map), memory_(memory), to_ask_(work.slices), row_(work.first_slice * Tiles::slice) {
        const int warp = static_cast<int>(threadIdx.x) / 32;
#pragma unroll
        for (int i = 0; i < most_boxes; ++i) {
            const int box = warp + Tiles::warps * i,
                      panel = box < Tiles::boxes ? work.left_panel() : work.right_panel();
            column_[i] = panel * Tiles::tile + box % Tiles::boxes * box_columns;
        }
        bytes_ = (warp + Tiles::warps * (most_boxes - 1) < 2 * Tiles::boxes ? most_boxes : most_boxes - 1) *
                 Tiles::box_bytes;
        if (threadIdx.x == 0) {
            for (int s = 0; s < Tiles::stages; ++s) {
                tensor_copy::begin_barrier(arrived(s), Tiles::warps);
                tensor_copy::begin_barrier(left(s), Tiles::warps);
            }
            tensor_copy::show_barriers_to_copies();
        }
        __syncthreads();
        for (int s = 0; s < ahead; ++s) ask();
        tensor_copy::wait(arrived(0), 0);
    }
    /// Requests the next slice. Each warp requests its boxes as soon as no warp reads the memory that they overwrite.
    __device__ __forceinline__ void ask() {
        if (to_ask_ == 0) return;
        tensor_copy::wait(left(into_), into_phase_);
        if (tensor_copy::is_elected()) {
            const unsigned to = memory_ + static_cast<unsigned>(into_ * Tiles::stage_bytes);
            tensor_copy::arrive_expecting(arrived(into_), bytes_);
#pragma unroll
            for (int i = 0; i < most_boxes; ++i) {
                const int box = static_cast<int>(threadIdx.x) / 32 + Tiles::warps * i;
                if (box < 2 * Tiles::boxes)
                    tensor_copy::copy_box(to + static_cast<unsigned>(box * Tiles::box_bytes), map_, row_, column_[i],
                                          arrived(into_));
            }
        }
        __syncwarp();
        --to_ask_;
        row_ += Tiles::slice;
        if (++into_ == Tiles::stages) into_ = 0, into_phase_ ^= 1;
    }
    __device__ __forceinline__ void next() {
        if (++stage_ == Tiles::stages) stage_ = 0, phase_ ^= 1;
        tensor_copy::wait(arrived(stage_), phase_);
    }
    __device__ __forceinline__ int stage() const { return stage_; }
    /// Signals that this warp has read everything it needs from the slice in a stage.
    __device__ __forceinline__ void leave(int stage) const {
        __syncwarp();
        if (threadIdx.x % 32 == 0) tensor_copy::arrive(left(stage));
    }

private:
    static constexpr int most_boxes = (2 * Tiles::boxes + Tiles::warps - 1) / Tiles::warps; ///< boxes that a warp loads
    __device__ __forceinline__ unsigned arrived(int stage) const { return memory_ + Memory::arrived + 8 * stage; }
    __device__ __forceinline__ unsigned left(int stage) const { return memory_ + Memory::left + 8 * stage; }

    const CUtensorMap& map_;
    unsigned memory_;
    int to_ask_, row_, bytes_, column_[most_boxes];
    int into_ = 0, stage_ = 0;
    unsigned into_phase_ = 1, phase_ = 0; ///< initially, all stages are free
};

/// The partial sums of a lane, indexed by [square of the warp][instruction][value].
template <class Tiles> struct Sums {
    double value[Tiles::squares][2][4] = {};

    __device__ __forceinline__ double2 two(int square, int t) const {
        return {value[square][t / 2][t % 2 * 2], value[square][t / 2][t % 2 * 2 + 1]};
    }
    __device__ __forceinline__ void put(int square, int t, double2 two) {
        value[square][t / 2][t % 2 * 2] = two.x;
        value[square][t / 2][t % 2 * 2 + 1] = two.y;
    }
    /// Divides squares between two warps (or blocks) with partial sums of the same squares. One keeps the first `kept`
    /// squares, the other one keeps the rest. Each passes on the other squares and moves its own squares to the front.
    template <int kept, class Give> __device__ __forceinline__ void halve(int all, bool is_second, const Give& give) {
#pragma unroll
        for (int e = 0; e < kept; ++e) {
            // if the number of squares is odd, the second warp or block keeps one square fewer
            const int other = e + kept < Tiles::squares ? e + kept : e;
#pragma unroll
            for (int t = 0; t < 4; ++t) {
                const double2 low = two(e, t), high = two(other, t);
                if (is_second || e + kept < all) give(4 * e + t, is_second ? low : high);
                put(e, t, is_second ? high : low);
            }
        }
    }
    /// Adds the partial sums of the other group of warps. Consecutive sums of a thread are `Tiles::threads` apart.
    template <int kept> __device__ __forceinline__ void add(int count, const double2* given) {
#pragma unroll
        for (int e = 0; e < kept; ++e) {
            if (e >= count) continue;
#pragma unroll
            for (int t = 0; t < 4; ++t) {
                const double2 mine = two(e, t), other = given[(4 * e + t) * Tiles::threads];
                put(e, t, {mine.x + other.x, mine.y + other.y});
            }
        }
    }
};

template <class Tiles, class Memory>
__device__ __forceinline__ void multiply(Sums<Tiles>& sums, Arrivals<Tiles, Memory>& slices, const Work& work,
                                         const Share& share, const unsigned char* memory, int group) {
    constexpr int high = Tiles::high, wide = Tiles::wide;
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const auto* const numbers = reinterpret_cast<const double*>(memory);
    constexpr int of_box = Tiles::box_bytes / 8, of_stage = Tiles::stage_bytes / 8;
    const double* const left_boxes = numbers + share.left / box_columns * of_box;
    const double* const right_boxes = numbers + share.right / box_columns * of_box;
    // Steps that are eight rows apart use the same layout: all steps (two groups) or every other step (one group).
    const int places[2] = {Tiles::place(lane, Tiles::first_row(group, 0)),
                           Tiles::place(lane, Tiles::first_row(group, Tiles::groups == 2 ? 0 : 1))};
    constexpr int period = Tiles::groups == 2 ? 1 : 2;
    double2 left[2][high], right[2][wide];
    const auto read = [&](int into, int stage, int s) {
        const int place = stage * of_stage + places[s % period] + s / period * 8 * box_columns;
#pragma unroll
        for (int p = 0; p < wide; ++p)
            right[into][p] = *reinterpret_cast<const double2*>(right_boxes + place + p * of_box);
#pragma unroll
        for (int i = 0; i < high; ++i)
            left[into][i] = *reinterpret_cast<const double2*>(left_boxes + place + i * of_box);
    };
    static_assert(Tiles::steps % 2 == 0);
    read(0, 0, 0);
    for (int slice = 0; slice < work.slices; ++slice) {
        const int stage = slices.stage();
        slices.ask();
        // Load all operands of a step before multiplying the previous step.
#pragma unroll
        for (int s = 0; s < Tiles::steps; ++s) {
            const int now = s % 2;
            if (s + 1 < Tiles::steps) {
                read(1 - now, stage, s + 1);
            } else if (slice + 1 < work.slices) {
                slices.next();
                read(1 - now, slices.stage(), 0);
            }
#pragma unroll
            for (int i = 0; i < high; ++i)
#pragma unroll
                for (int p = 0; p < wide; ++p) {
                    const double two[2] = {left[now][i].x, left[now][i].y};
                    multiply_16x8x4(sums.value[i * wide + p][0], two, right[now][p].x);
                    multiply_16x8x4(sums.value[i * wide + p][1], two, right[now][p].y);
                }
        }
        slices.leave(stage);
    }
}

/// Writes the first `kept` squares of this warp to C, and their transposes to the other triangle, in whole 32-byte
/// sectors. For squares on the diagonal, only results below the diagonal are used, so that C is exactly symmetric.
template <int kept, class Tiles>
__device__ __forceinline__ void write(const Sums<Tiles>& sums, const Squares& squares, const Share& share, double* c,
                                      int n) {
    const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
    for (int e = 0; e < kept; ++e) {
        if (e >= squares.count) continue;
        const int first_row = share.row + (squares.first + e) / Tiles::wide * 16,
                  first_column = share.column + (squares.first + e) % Tiles::wide * 16;
        const int row = first_row + Tiles::result_row(lane, 0);
        if (row >= n || (share.is_cut && first_row < first_column)) continue;
        const auto& v = sums.value[e];
        if (!share.is_cut || first_row != first_column) {
#pragma unroll
            for (int half = 0; half < 2; ++half) {
                const int column = first_column + Tiles::result_column(lane, 0, half);
                if (column >= n) continue;
#pragma unroll
                for (int r = 0; r < 2; ++r)
                    write_two(c + static_cast<std::int64_t>(row + r) * n + column, v[0][2 * r + half],
                              v[1][2 * r + half]);
#pragma unroll
                for (int j = 0; j < 2; ++j)
                    write_two(c + static_cast<std::int64_t>(column + j) * n + row, v[j][half], v[j][2 + half]);
            }
            continue;
        }
#pragma unroll
        for (int j = 0; j < 2; ++j)
#pragma unroll
            for (int i = 0; i < 4; ++i) {
                const int below = first_row + Tiles::result_row(lane, i),
                          column = first_column + Tiles::result_column(lane, j, i);
                if (column > below) continue;
                c[static_cast<std::int64_t>(below) * n + column] = v[j][i];
                if (column < below) c[static_cast<std::int64_t>(column) * n + below] = v[j][i];
            }
    }
}

#endif

/// Computes one tile per block, or one tile per cluster of two blocks that each process half of the rows.
template <int side, int parts>
__global__ void __launch_bounds__(Boxes<side>::threads, 1)
    compute([[maybe_unused]] const __grid_constant__ CUtensorMap map, [[maybe_unused]] int m, [[maybe_unused]] int n,
            [[maybe_unused]] double* c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    using Tiles = Boxes<side>;
    using Memory = boxes::Memory<Tiles, parts>;
    extern __shared__ unsigned char unaligned[];
    const auto from = static_cast<unsigned>(__cvta_generic_to_shared(unaligned));
    const unsigned address = (from + Memory::alignment - 1) / Memory::alignment * Memory::alignment;
    unsigned char* const memory = unaligned + (address - from);

    const int part = parts == 1 ? 0 : static_cast<int>(tensor_copy::rank_in_cluster());
    Work work = work_of(static_cast<int>(blockIdx.x) / parts, (n + side - 1) / side);
    const int slices = (m + Tiles::slice - 1) / Tiles::slice;
    work.first_slice = slices * part / parts;
    work.slices = slices * (part + 1) / parts - work.first_slice;
    // Announce that this block has started, so that other blocks can write to its memory.
    if constexpr (parts > 1) tensor_copy::arrive_at_cluster();

    constexpr int of_group = Tiles::warps / Tiles::groups;
    const int thread = static_cast<int>(threadIdx.x), group = thread / 32 / of_group;
    const Share share = share_of<Tiles>(work, thread / 32 % of_group);
    Sums<Tiles> sums;
    {
        Arrivals<Tiles, Memory> arrivals(map, work, address);
        multiply(sums, arrivals, work, share, memory, group);
    }
    if constexpr (Tiles::groups == 2) {
        __syncthreads(); // after this barrier, no warp reads slices anymore
        auto* const given = reinterpret_cast<double2*>(memory);
        sums.template halve<kept_in_group<Tiles>>(
            Tiles::squares, group == 1, [&](int place, double2 two) { given[place * Tiles::threads + thread] = two; });
        __syncthreads();
        sums.template add<kept_in_group<Tiles>>(kept_squares<Tiles>(group, 0, 1).count,
                                                given + (thread ^ (Tiles::threads / 2)));
    }
    const Squares kept = kept_squares<Tiles>(group, part, parts);
    if constexpr (parts == 2) {
        const unsigned there = tensor_copy::place_in_block(address + Memory::received + 16 * thread, 1 - part);
        tensor_copy::wait_for_cluster();
        sums.template halve<kept_in_part<Tiles>>(
            kept_squares<Tiles>(group, 0, 1).count, part == 1, [&](int place, double2 two) {
                tensor_copy::store_in_block(there + static_cast<unsigned>(place * Tiles::threads) * 16, two);
            });
        tensor_copy::arrive_at_cluster();
        tensor_copy::wait_for_cluster();
        sums.template add<kept_in_part<Tiles>>(kept.count,
                                               reinterpret_cast<const double2*>(memory + Memory::received) + thread);
        write<kept_in_part<Tiles>>(sums, kept, share, c, n);
    } else {
        write<kept_in_group<Tiles>>(sums, kept, share, c, n);
    }
#endif // on other cards, the kernel is never launched
}

using Encode = decltype(&cuTensorMapEncodeTiled);

/// Returns a CUDA driver function, or null if the driver does not have it. The function is looked up at run time, so
/// that the plug-in need not be linked with the driver.
Encode driver_function() {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult result{};
#if CUDART_VERSION >= 12050
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &result);
#else
    const cudaError_t error = cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &function, cudaEnableDefault, &result);
#endif
    if (error != cudaSuccess) cudaGetLastError();
    if (error != cudaSuccess || result != cudaDriverEntryPointSuccess) return nullptr;
    return reinterpret_cast<Encode>(function);
}

} // namespace boxes

class BoxesTensorCoreAta final : public CudaAta<double> {
public:
    BoxesTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<double>(std::move(device), input),
          plan_(tensor_core::best_boxes(m_, n_, device_->multiprocessors())) {
        if (plan_.side == 128) choose<128, 1>();
        else if (plan_.side == 96) choose<96, 1>();
        else if (plan_.parts == 1) choose<64, 1>();
        else choose<64, 2>();
        const std::string side = std::to_string(plan_.side);
        const int tiles = tensor_core::tiles_of_triangle((n_ + plan_.side - 1) / plan_.side);
        blocks_ = static_cast<unsigned>(tiles * plan_.parts);
        detail = "mma m16n8k4, " + std::to_string(tiles) + " tiles of " + side + " x " + side +
                 ", A by tensor copies, " + (plan_.parts > 1 ? "two blocks of a cluster for each tile, " : "") +
                 "mirror included";
    }

    void enqueue() override {
        device_->use();
        cudaLaunchAttribute attribute{};
        attribute.id = cudaLaunchAttributeClusterDimension;
        attribute.val.clusterDim.x = static_cast<unsigned>(plan_.parts);
        attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = dim3(blocks_);
        config.blockDim = dim3(static_cast<unsigned>(threads_));
        config.dynamicSmemBytes = static_cast<std::size_t>(shared_bytes_);
        config.stream = device_->stream();
        config.attrs = &attribute;
        config.numAttrs = plan_.parts > 1 ? 1 : 0;
        cuda::check(cudaLaunchKernelEx(&config, kernel_, map_, m_, n_, c_.data()), "tensor-core", __FILE__, __LINE__);
    }

private:
    template <int side, int parts> void choose() {
        using Tiles = tensor_core::Boxes<side>;
        kernel_ = boxes::compute<side, parts>;
        threads_ = Tiles::threads;
        shared_bytes_ = boxes::Memory<Tiles, parts>::bytes;
        WARPLOOM_CUDA_CHECK(cudaFuncSetAttribute(kernel_, cudaFuncAttributeMaxDynamicSharedMemorySize, shared_bytes_));
        describe(Tiles::slice);
    }
    /// Creates the tensor map of A for tensor copies.
    void describe(int rows_of_box) {
        const cuuint64_t size[] = {static_cast<cuuint64_t>(n_), static_cast<cuuint64_t>(m_)};
        const cuuint64_t row_bytes[] = {size[0] * sizeof(double)};
        const cuuint32_t box[] = {tensor_core::box_columns, static_cast<cuuint32_t>(rows_of_box)};
        const cuuint32_t every[] = {1, 1};
        const CUresult result = boxes::driver_function()(&map_, CU_TENSOR_MAP_DATA_TYPE_FLOAT64, 2, a_.data(), size,
                                                         row_bytes, box, every, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                                         CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
                                                         CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE); // pad with zeros
        if (result != CUDA_SUCCESS)
            throw Error("device.fault",
                        sentence("The driver cannot create a tensor map for A of {rows} x {cols} (error {error}).",
                                 {{"rows", m_}, {"cols", n_}, {"error", static_cast<int>(result)}}),
                        sentence("Use the kernel `tiled`, which needs no tensor map."));
    }

    tensor_core::BoxesPlan plan_;
    void (*kernel_)(CUtensorMap, int, int, double*) = nullptr;
    int threads_ = 0, shared_bytes_ = 0;
    unsigned blocks_ = 0;
    CUtensorMap map_{};
};

} // namespace

bool has_tensor_copies(const cuda::Device& device) {
    // This version was written and measured for Hopper. Newer GPUs with tensor copies use a version that is known to
    // work there.
    if (attribute_of(device, cudaDevAttrComputeCapabilityMajor) != 9) return false;
    const int shared_bytes =
        std::max({boxes::Memory<tensor_core::Boxes<128>, 1>::bytes, boxes::Memory<tensor_core::Boxes<96>, 1>::bytes,
                  boxes::Memory<tensor_core::Boxes<64>, 2>::bytes});
    if (attribute_of(device, cudaDevAttrMaxSharedMemoryPerBlockOptin) < shared_bytes) return false;
    device.use();
    // The kernel is empty if the build does not include the instructions of this GPU.
    cudaFuncAttributes attributes{};
    WARPLOOM_CUDA_CHECK(cudaFuncGetAttributes(&attributes, boxes::compute<64, 1>));
    return attributes.ptxVersion >= 90 && boxes::driver_function() != nullptr;
}

std::unique_ptr<BoundAta> tensor_core_boxes(std::shared_ptr<cuda::Device> device, const AtaInput& input) {
    return std::make_unique<BoxesTensorCoreAta>(std::move(device), input);
}

} // namespace warploom::kernels
