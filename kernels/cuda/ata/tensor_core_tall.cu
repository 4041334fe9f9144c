#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <algorithm>
#include <string>

// If A has far more rows than columns, A is read once, and the traffic for C is negligible. A is stored contiguously,
// and every 64 consecutive elements are treated as one row (line) of a matrix B with 64 columns. For example, if A has
// 8 columns, each line consists of eight rows of A. AᵀA is then the sum of the diagonal blocks of BᵀB, and one kernel
// suffices for all widths.
//
// Both operands of a lane's instructions contain the same elements. Each warp holds all relevant elements of BᵀB in
// registers, and loads lines to its own part of shared memory, so warps never wait for each other.
//
//   sums   each warp adds the products of every n-th group of lines, and each block writes its sums
//   add    adds the sums of all blocks in a fixed order, and writes both triangles of C

namespace warploom::kernels {

namespace {

namespace tall {

using namespace tensor_core;

constexpr int line = 64; ///< number of consecutive elements of A that form one line of B
/// Number of lines that a lane reads per instruction: line q and, in float, also line q + 4.
template <class Real> constexpr int halves = sizeof(Real) == 4 ? 2 : 1;
template <class Real> constexpr int lines = 4 * halves<Real>;
constexpr int warps = 8, threads = warps * 32;
constexpr std::int64_t least_numbers = std::int64_t{1} << 22; ///< minimum size of A for two launches to pay off

/// Returns whether a 16 x 16 block of BᵀB contains part of the lower triangle of AᵀA, for an A with `n` columns.
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
/// Returns the index of a 16 x 16 block among the computed blocks of BᵀB.
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

constexpr int stages = 6;
/// Line pitch in shared memory in elements. The lanes of a quarter-warp (in float, half-warp) access different banks.
template <class Real> constexpr int stride = line + 32 / static_cast<int>(sizeof(Real));
template <class Real> constexpr int stage = lines<Real>* stride<Real>;
template <class Real, int n> constexpr int shared_bytes() {
    return static_cast<int>(sizeof(Real)) * std::max(warps * stages * stage<Real>, warps / 2 * numbers_of(n));
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Enqueues the copy of a group of rows to shared memory, filled with zeros past the end of A.
template <class Real>
__device__ __forceinline__ void bring(Real* to, const Real* a, std::int64_t size, std::int64_t group) {
    constexpr int of_copy = 16 / static_cast<int>(sizeof(Real)), lanes = line / of_copy, lines_at_once = 32 / lanes;
    const int lane = static_cast<int>(threadIdx.x) % 32, at = lane % lanes * of_copy; // offset within a row of B
#pragma unroll
    for (int first = 0; first < lines<Real>; first += lines_at_once) {
        const int l = first + lane / lanes;
        const std::int64_t from = (group * lines<Real> + l) * line + at;
        const bool exists = from < size;
        copy_async<16>(static_cast<unsigned>(__cvta_generic_to_shared(to + l * stride<Real> + at)),
                       exists ? a + from : a, exists);
    }
    end_copy_group();
}

/// The elements of a group of lines that a lane holds: elements 16 i + 2 g and 16 i + 2 g + 1 of line q and, in float,
/// also of line q + 4 (g = lane / 4, q = lane % 4).
template <class Real> struct Values {
    Two<Real> of[4][halves<Real>];
    __device__ __forceinline__ void read(const Real* group) {
        const int lane = static_cast<int>(threadIdx.x) % 32;
#pragma unroll
        for (int h = 0; h < halves<Real>; ++h)
#pragma unroll
            for (int i = 0; i < 4; ++i)
                of[i][h] = *reinterpret_cast<const Two<Real>*>(group + (lane % 4 + 4 * h) * stride<Real> +
                                                               lane / 4 * 2 + 16 * i);
    }
};

template <int n>
__device__ __forceinline__ void multiply(double (&sum)[pairs_of(n)][2][4], const Values<double>& values) {
#pragma unroll
    for (int row = 0; row < 4; ++row)
#pragma unroll
        for (int column = 0; column <= row; ++column) {
            if (!counts_anywhere(n, row, column)) continue;
            const double two[2] = {values.of[row][0].x, values.of[row][0].y};
            multiply_16x8x4(sum[pair_number(n, row, column)][0], two, values.of[column][0].x);
            multiply_16x8x4(sum[pair_number(n, row, column)][1], two, values.of[column][0].y);
        }
}
/// Multiplies in float like multiply_slices() (tensor_core_kernel.h): three products of parts are added with additions
/// that round.
template <int n>
__device__ __forceinline__ void multiply(float (&sum)[pairs_of(n)][2][4], const Values<float>& values) {
    // values of the even column of block i in lines q and q + 4, followed by those of the odd column
    unsigned large[4][4], rest[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int v = 0; v < 4; ++v) {
            const Two<float>& two = values.of[i][v % 2];
            const Parts parts = split(v < 2 ? two.x : two.y);
            large[i][v] = parts.large, rest[i][v] = parts.small;
        }
#pragma unroll
    for (int row = 0; row < 4; ++row) {
        const unsigned left_large[4] = {large[row][0], large[row][2], large[row][1], large[row][3]};
        const unsigned left_rest[4] = {rest[row][0], rest[row][2], rest[row][1], rest[row][3]};
#pragma unroll
        for (int column = 0; column <= row; ++column) {
            if (!counts_anywhere(n, row, column)) continue;
#pragma unroll
            for (int odd = 0; odd < 2; ++odd) {
                const unsigned right_large[2] = {large[column][2 * odd], large[column][2 * odd + 1]};
                const unsigned right_rest[2] = {rest[column][2 * odd], rest[column][2 * odd + 1]};
                float now[4] = {};
                multiply_16x8x8(now, left_rest, right_large);
                multiply_16x8x8(now, left_large, right_rest);
                multiply_16x8x8(now, left_large, right_large);
#pragma unroll
                for (int v = 0; v < 4; ++v) sum[pair_number(n, row, column)][odd][v] += now[v];
            }
        }
    }
}

#endif

template <class Real, int n>
__global__ void __launch_bounds__(threads, 1)
    sums([[maybe_unused]] const Real* a, [[maybe_unused]] std::int64_t size, [[maybe_unused]] Real* partial) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    constexpr int pairs = pairs_of(n);
    extern __shared__ __align__(16) unsigned char bytes[];
    // The layout is [warp][stage][line]. At the end, the memory holds the sums of half of the warps.
    Real* const memory = reinterpret_cast<Real*>(bytes);
    const int lane = static_cast<int>(threadIdx.x) % 32, warp = static_cast<int>(threadIdx.x) / 32;
    const std::int64_t groups = (size + line * lines<Real> - 1) / (line * lines<Real>),
                       step = std::int64_t{gridDim.x} * warps;
    Real* const own = memory + warp * stages * stage<Real>;
    Real sum[pairs][2][4] = {};
    std::int64_t group = std::int64_t{blockIdx.x} * warps + warp;
#pragma unroll
    for (int s = 0; s < stages - 1; ++s) bring(own + s * stage<Real>, a, size, group + s * step);
    for (int now = 0, free = stages - 1; group < groups; group += step) {
        bring(own + free * stage<Real>, a, size, group + (stages - 1) * step);
        wait_for_copies<stages - 1>();
        __syncwarp();
        Values<Real> values;
        values.read(own + now * stage<Real>);
        __syncwarp(); // all lanes have read this stage, so it can be overwritten
        free = now;
        now = now + 1 == stages ? 0 : now + 1;
        multiply<n>(sum, values);
    }
    wait_for_copies<0>();
    __syncthreads();
    // Tree reduction over the warps: the upper half adds its sums to the lower half.
    const auto of = [&](int w, int e) -> Real& { return memory[(w * pairs * 8 + e) * 32 + lane]; };
    Real* const mine = &sum[0][0][0];
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
#endif // on other cards, the kernel is never launched
}

/// Launch with one warp per entry of the lower triangle, in row order. The lanes of a warp divide the sums of all
/// blocks and of all copies of AᵀA in BᵀB.
template <class Real, int n>
__global__ void __launch_bounds__(threads) add(const Real* partial, int blocks, const Real* a, int m, Real* c) {
    constexpr int copies = line / n; // number of copies of AᵀA on the diagonal of BᵀB
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int output = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x) / 32;
    int row = 0;
    while ((row + 1) * (row + 2) / 2 <= output) ++row;
    const int column = output - row * (row + 1) / 2;
    if (row >= n) return; // all lanes of a warp take the same branch
    Real sum = 0;
#pragma unroll 8
    for (int e = lane; e < blocks * copies; e += 32) {
        const int r = e % copies * n + row, k = e % copies * n + column;
        const int place = (pair_number(n, r / 16, k / 16) * 2 + k % 2) * 4 + r % 2 * 2 + k % 4 / 2;
        const int of_lane = r % 16 / 2 * 4 + k % 16 / 4;
        sum += partial[std::int64_t{e / copies} * numbers_of(n) + place * 32 + of_lane];
    }
#pragma unroll
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0U, sum, distance);
    // Splitting infinite values gives NaN, so the warp recomputes the entry with ordinary arithmetic.
    if (halves<Real> == 2 && sum != sum) {
        sum = 0;
        for (int k = lane; k < m; k += 32) sum += a[std::int64_t{k} * n + row] * a[std::int64_t{k} * n + column];
#pragma unroll
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(~0U, sum, distance);
    }
    if (lane > 0) return;
    c[row * n + column] = sum;
    c[column * n + row] = sum;
}

} // namespace tall

template <class Real, int n> class TallTensorCoreAta final : public CudaAta<Real> {
public:
    TallTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<Real>(std::move(device), input), blocks_(this->device_->multiprocessors()),
          partial_(std::int64_t{blocks_} * tall::numbers_of(n), "Partial sums") {
        WARPLOOM_CUDA_CHECK(cudaFuncSetAttribute(tall::sums<Real, n>, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                                 tall::shared_bytes<Real, n>()));
        this->detail = std::string("mma of 16 x 8, ") +
                       (sizeof(Real) == 4 ? "three products of parts of 11 bits, " : "") +
                       "each warp brings its own rows, 64 numbers a step and row; the sums of " +
                       std::to_string(blocks_) + " blocks added by a second launch, mirror included";
    }
    void enqueue() override {
        this->device_->use();
        const cudaStream_t stream = this->device_->stream();
        tall::sums<Real, n><<<blocks_, tall::threads, tall::shared_bytes<Real, n>(), stream>>>(
            this->a_.data(), this->a_.size(), partial_.data());
        constexpr int outputs = n * (n + 1) / 2, outputs_a_block = tall::threads / 32;
        tall::add<Real, n><<<(outputs + outputs_a_block - 1) / outputs_a_block, tall::threads, 0, stream>>>(
            partial_.data(), blocks_, this->a_.data(), this->m_, this->c_.data());
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    int blocks_;
    cuda::Buffer<Real> partial_;
};

template <class Real>
std::unique_ptr<BoundAta> tall_of(const std::shared_ptr<cuda::Device>& device, const AtaInput& input) {
    switch (input.a->cols) {
    case 8: return std::make_unique<TallTensorCoreAta<Real, 8>>(device, input);
    case 16: return std::make_unique<TallTensorCoreAta<Real, 16>>(device, input);
    case 32: return std::make_unique<TallTensorCoreAta<Real, 32>>(device, input);
    case 64: return std::make_unique<TallTensorCoreAta<Real, 64>>(device, input);
    default: return nullptr;
    }
}

} // namespace

std::unique_ptr<BoundAta> tensor_core_tall(const std::shared_ptr<cuda::Device>& device, const AtaInput& input) {
    if (input.a->rows * input.a->cols < tall::least_numbers) return nullptr;
    return input.precision == Precision::float32 ? tall_of<float>(device, input) : tall_of<double>(device, input);
}

} // namespace warploom::kernels
