#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_plan.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <string>
#include <utility>

// A small C in float, as tensor_core_small.cu has it in double: a block for each tile of 16 x 16 of the lower triangle, whose
// warps share the rows of A. A warp multiplies eight rows at a time, which come straight from global memory to the registers
// of the lanes that need them, four such steps of a warp at once on their way.

namespace warploom::kernels {

namespace {

namespace small {

using namespace tensor_core;

constexpr int tile = smallest_tile, rows = 2 * step; ///< of a step
constexpr int ahead = 4;                             ///< steps of a warp whose rows are asked for together
constexpr int stride =
    tile + 4; ///< of a row of sums in shared memory: pairs are read together, rows lie on other banks

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Two instructions side by side, of lines q and q + 4 of a step: rows g and g + 8 are neighbours in A, and so are columns g
/// of the two (tensor_core_plan.h). Three products of parts, added to the others by an addition that rounds.
__device__ __forceinline__ void multiply(float (&result)[2][4], const float2 (&left)[2], const float2 (&right)[2]) {
    unsigned large[4], rest[4];
#pragma unroll
    for (int v = 0; v < 4; ++v) {
        const Parts parts = split(v % 2 == 0 ? left[v / 2].x : left[v / 2].y);
        large[v] = parts.large, rest[v] = parts.small;
    }
#pragma unroll
    for (int odd = 0; odd < 2; ++odd) {
        const Parts one = split(odd == 0 ? right[0].x : right[0].y), other = split(odd == 0 ? right[1].x : right[1].y);
        const unsigned right_large[2] = {one.large, other.large}, right_rest[2] = {one.small, other.small};
        float sum[4] = {};
        multiply_16x8x8(sum, rest, right_large);
        multiply_16x8x8(sum, large, right_rest);
        multiply_16x8x8(sum, large, right_large);
#pragma unroll
        for (int v = 0; v < 4; ++v) result[odd][v] += sum[v];
    }
}

#endif

template <int warps>
__global__ void __launch_bounds__(32 * warps, 32 / warps) compute(const float* a, int m, int n, float* c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    __shared__ __align__(16) float sums[warps][tile * stride];
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int g = lane / 4, q = lane % 4;
    const int row = triangle_row(static_cast<int>(blockIdx.x));
    const int first_row = row * tile, first_column = (static_cast<int>(blockIdx.x) - row * (row + 1) / 2) * tile;
    const bool is_diagonal = first_row == first_column;

    float result[2][4] = {};
    const int steps = (m + rows - 1) / rows, left = first_row + 2 * g, right = first_column + 2 * g;
    for (int s0 = warp; s0 < steps; s0 += warps * ahead) {
        float2 of_left[ahead][2], of_right[ahead][2];
#pragma unroll
        for (int i = 0; i < ahead; ++i)
#pragma unroll
            for (int h = 0; h < 2; ++h) {
                const int k = (s0 + i * warps) * rows + step * h + q;
                const float* const from = a + static_cast<std::int64_t>(k) * n;
                of_left[i][h] = of_right[i][h] = make_float2(0, 0);
                if (k < m && left < n) of_left[i][h] = *reinterpret_cast<const float2*>(from + left);
                if (is_diagonal) of_right[i][h] = of_left[i][h];
                else if (k < m && right < n) of_right[i][h] = *reinterpret_cast<const float2*>(from + right);
            }
#pragma unroll
        for (int i = 0; i < ahead; ++i) multiply(result, of_left[i], of_right[i]);
    }
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int e = 0; e < 2; ++e)
            *reinterpret_cast<float2*>(&sums[warp][(2 * g + r) * stride + 4 * q + 2 * e]) =
                make_float2(result[0][2 * r + e], result[1][2 * r + e]);
    __syncthreads();

    // An entry a thread, which no other thread reads before the next barrier.
    const int y = thread / tile, x = thread % tile;
    const bool has_entry = thread < tile * tile;
    if (has_entry) {
        float sum = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) sum += sums[w][y * stride + x];
        if (sum != sum && first_row + y < n && first_column + x < n) // of an infinite number the parts are no numbers
            sum = plain_sum(a, m, n, first_row + y, first_column + x);
        sums[0][y * stride + x] = sum;
        if (!is_diagonal && first_row + y < n) c[static_cast<std::int64_t>(first_row + y) * n + first_column + x] = sum;
    }
    __syncthreads();
    // The tile turned around, so that rows are written here too. On the diagonal it is the lower half, for both places.
    if (!has_entry || first_column + y >= n || first_row + x >= n) return;
    c[static_cast<std::int64_t>(first_column + y) * n + first_row + x] =
        is_diagonal ? sums[0][max(x, y) * stride + min(x, y)] : sums[0][x * stride + y];
#else
    static_cast<void>(a), static_cast<void>(m), static_cast<void>(n),
        static_cast<void>(c); // the host does not launch this
#endif
}

} // namespace small

template <int warps> class SmallFloatTensorCoreAta final : public CudaAta<float> {
public:
    SmallFloatTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<float>(std::move(device), input) {
        const int across = (n_ + small::tile - 1) / small::tile;
        blocks_ = static_cast<unsigned>(across * (across + 1) / 2);
        detail = "mma of 16 x 8, three products of parts of 11 bits, " + std::to_string(blocks_) +
                 " tiles of 16 x 16, whose " + std::to_string(warps) + " warps share the rows of A, mirror included";
    }
    void enqueue() override {
        device_->use();
        small::compute<warps><<<blocks_, 32 * warps, 0, device_->stream()>>>(a_.data(), m_, n_, c_.data());
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    unsigned blocks_ = 0;
};

} // namespace

std::unique_ptr<BoundAta> tensor_core_small_float(std::shared_ptr<cuda::Device> device, const AtaInput& input) {
    if (tensor_core::warps_of_smallest_tiles(input.a->rows) == 8)
        return std::make_unique<SmallFloatTensorCoreAta<8>>(std::move(device), input);
    return std::make_unique<SmallFloatTensorCoreAta<16>>(std::move(device), input);
}

} // namespace warploom::kernels
