#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <algorithm>
#include <string>

// A has so many more rows than columns that it is read once and C is next to nothing. The numbers of A lie in one long
// line, and any 64 of them that follow each other are taken for one row of a matrix B of 64 columns: with 8 columns, eight
// rows of A. Then AᵀA is the sum of the blocks on the diagonal of BᵀB, and one kernel does for all widths.
//
// A lane needs of a row the same numbers for both operands of its instructions, and no warp needs another's: each warp
// brings its own rows to a place of its own in shared memory, several groups ahead, because its registers hold all of BᵀB
// that counts, and waits for nobody.
//
//   sums   each warp adds up the products of every so many rows; blocks leave their sums
//   add    sums of all blocks, always in the same order; C and its mirror

namespace warploom::kernels {

namespace {

namespace tall {

constexpr int line = 64; ///< numbers that are taken for a row
constexpr int lines = 4; ///< that one instruction multiplies
constexpr int warps = 8, threads = warps * 32;
constexpr std::int64_t least_numbers = std::int64_t{1} << 22; ///< below that the second launch is felt

/// The blocks of 16 x 16 of BᵀB that hold a part of AᵀA, in its lower triangle, for A of `n` columns.
__host__ __device__ constexpr bool counts(int n, int row, int column) {
    return column <= row && row * 16 / n == column * 16 / n;
}
__host__ __device__ constexpr bool counts_anywhere(int n, int row, int column) {
    return n < 16 ? row == column : counts(n, row, column);
}
__host__ __device__ constexpr int pairs_of(int n) {
    int pairs = 0;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column <= row; ++column) pairs += counts_anywhere(n, row, column);
    return pairs;
}
/// Where the sums of a block of 16 x 16 begin, in such blocks.
__host__ __device__ constexpr int pair_number(int n, int row, int column) {
    int number = 0;
    for (int r = 0; r < 4; ++r)
        for (int c = 0; c <= r; ++c) {
            if (r == row && c == column) return number;
            number += counts_anywhere(n, r, c);
        }
    return number;
}
__host__ __device__ constexpr int numbers_of(int n) { return pairs_of(n) * 256; }

constexpr int stages = 6;        ///< groups of `lines` lines in shared memory, for each warp
constexpr int stride = line + 4; ///< between lines there: the lanes of a quarter of a warp read from different banks
constexpr int stage = lines * stride;
constexpr int shared_bytes(int n) { return 8 * std::max(warps * stages * stage, warps / 2 * numbers_of(n)); }

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Enqueues a group of lines; zeros where there is no more of A.
__device__ __forceinline__ void bring(double* to, const double* a, std::int64_t size, std::int64_t group) {
    const int at = static_cast<int>(threadIdx.x) % 32 * 2; // of a line
    const auto address = static_cast<unsigned>(__cvta_generic_to_shared(to + at));
#pragma unroll
    for (int l = 0; l < lines; ++l) {
        const std::int64_t from = (group * lines + l) * line + at;
        const bool exists = from < size;
        tensor_core::copy_async<16>(address + static_cast<unsigned>(l * stride) * 8, exists ? a + from : a, exists);
    }
    tensor_core::end_copy_group();
}

#endif

template <int n>
__global__ void __launch_bounds__(threads, 1) sums(const double* a, std::int64_t size, double* partial) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    constexpr int pairs = pairs_of(n);
    extern __shared__ __align__(16) double memory[]; // [warp][stage][line]; at the end the sums of half the warps
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    const std::int64_t groups = (size + line * lines - 1) / (line * lines), step = std::int64_t{gridDim.x} * warps;
    double* const own = memory + warp * stages * stage;
    double sum[pairs][2][4] = {};
    std::int64_t group = std::int64_t{blockIdx.x} * warps + warp;
#pragma unroll
    for (int s = 0; s < stages - 1; ++s) bring(own + s * stage, a, size, group + s * step);
    for (int now = 0, free = stages - 1; group < groups; group += step) {
        bring(own + free * stage, a, size, group + (stages - 1) * step);
        tensor_core::wait_for_copies<stages - 1>();
        __syncwarp();
        // Numbers 16 i + 2 g and the next of line q (g = lane / 4, q = lane % 4).
        const double* const from = own + now * stage + lane % 4 * stride + lane / 4 * 2;
        double value[4][2];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const double2 two = *reinterpret_cast<const double2*>(from + 16 * i);
            value[i][0] = two.x;
            value[i][1] = two.y;
        }
        __syncwarp(); // the stage is free
        free = now;
        now = now + 1 == stages ? 0 : now + 1;
#pragma unroll
        for (int row = 0; row < 4; ++row)
#pragma unroll
            for (int column = 0; column <= row; ++column)
                if (counts_anywhere(n, row, column))
#pragma unroll
                    for (int odd = 0; odd < 2; ++odd)
                        tensor_core::multiply_16x8x4(sum[pair_number(n, row, column)][odd], value[row],
                                                     value[column][odd]);
    }
    tensor_core::wait_for_copies<0>();
    __syncthreads();
    // The upper half of the warps hands its sums to the lower one, until one is left.
    const auto of = [&](int w, int e) -> double& { return memory[(w * pairs * 8 + e) * 32 + lane]; };
    double* const mine = &sum[0][0][0];
#pragma unroll
    for (int half = warps / 2; half > 0; half /= 2) {
        if (warp >= half && warp < 2 * half)
#pragma unroll
            for (int e = 0; e < pairs * 8; ++e) of(warp - half, e) = mine[e];
        __syncthreads();
        if (warp < half)
#pragma unroll
            for (int e = 0; e < pairs * 8; ++e) mine[e] += of(warp, e);
        __syncthreads();
    }
    if (warp > 0) return;
#pragma unroll
    for (int e = 0; e < pairs * 8; ++e) partial[std::int64_t{blockIdx.x} * (pairs * 256) + e * 32 + lane] = mine[e];
#else
    static_cast<void>(a), static_cast<void>(size), static_cast<void>(partial); // not launched there
#endif
}

/// A warp for each entry of the lower triangle, row by row; its lanes share out the blocks and their copies.
template <int n> __global__ void __launch_bounds__(threads) add(const double* partial, int blocks, double* c) {
    constexpr int copies = line / n; // blocks on the diagonal of BᵀB
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int output = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int row = 0;
    while ((row + 1) * (row + 2) / 2 <= output) ++row;
    const int column = output - row * (row + 1) / 2;
    if (row >= n) return; // a whole warp
    double sum = 0;
#pragma unroll 8
    for (int e = lane; e < blocks * copies; e += 32) {
        const int r = e % copies * n + row, k = e % copies * n + column;
        const int place = (pair_number(n, r / 16, k / 16) * 2 + k % 2) * 4 + r % 2 * 2 + k % 4 / 2;
        const int of_lane = r % 16 / 2 * 4 + k % 16 / 4;
        sum += partial[std::int64_t{e / copies} * numbers_of(n) + place * 32 + of_lane];
    }
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0U, sum, distance);
    if (lane > 0) return;
    c[row * n + column] = sum;
    c[column * n + row] = sum;
}

} // namespace tall

template <int n> class TallTensorCoreAta final : public CudaAta<double> {
public:
    TallTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<double>(std::move(device), input), blocks_(device_->multiprocessors()),
          partial_(std::int64_t{blocks_} * tall::numbers_of(n), "Partial sums") {
        WARPLOOM_CUDA_CHECK(
            cudaFuncSetAttribute(tall::sums<n>, cudaFuncAttributeMaxDynamicSharedMemorySize, tall::shared_bytes(n)));
        detail = "mma of 16 x 8, each warp brings its own rows, 64 numbers a step and row; the sums of " +
                 std::to_string(blocks_) + " blocks added by a second launch, mirror included";
    }
    void enqueue() override {
        device_->use();
        tall::sums<n><<<blocks_, tall::threads, tall::shared_bytes(n), device_->stream()>>>(a_.data(), a_.size(),
                                                                                            partial_.data());
        constexpr int outputs = n * (n + 1) / 2, outputs_a_block = tall::threads / 32;
        tall::add<n><<<(outputs + outputs_a_block - 1) / outputs_a_block, tall::threads, 0, device_->stream()>>>(
            partial_.data(), blocks_, c_.data());
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    int blocks_;
    cuda::Buffer<double> partial_;
};

} // namespace

std::unique_ptr<BoundAta> tensor_core_tall(const std::shared_ptr<cuda::Device>& device, const AtaInput& input) {
    if (input.a->rows * input.a->cols < tall::least_numbers) return nullptr;
    switch (input.a->cols) {
    case 8: return std::make_unique<TallTensorCoreAta<8>>(device, input);
    case 16: return std::make_unique<TallTensorCoreAta<16>>(device, input);
    case 32: return std::make_unique<TallTensorCoreAta<32>>(device, input);
    case 64: return std::make_unique<TallTensorCoreAta<64>>(device, input);
    default: return nullptr;
    }
}

} // namespace warploom::kernels
