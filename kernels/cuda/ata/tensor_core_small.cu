#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_plan.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <string>
#include <utility>

// C is so small that it is over before slices of A in shared memory have begun to flow. Each block has a tile of 16 x 16 of
// the lower triangle, and its warps share the rows of A: a warp multiplies four rows at a time, in float eight, which come
// straight from global memory to the registers of the lanes that need them, several steps of a warp at once on their way.
// The only barrier is the one before the sums of the warps are added up, always in the same order.

namespace warploom::kernels {

namespace {

namespace small {

using namespace tensor_core;

constexpr int tile = smallest_tile;
constexpr int ahead = 4; ///< steps of a warp whose rows are asked for together
/// Rows q and, in float, q + 4 of a step.
template <class Real> constexpr int halves = sizeof(Real) == 4 ? 2 : 1;
/// Between rows of sums in shared memory: pairs are read together, and rows lie on other banks.
template <class Real> constexpr int stride = tile + 16 / static_cast<int>(sizeof(Real));

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Two instructions side by side: rows g and g + 8 are neighbours in A, and so are columns g of the two (tensor_core_plan.h).
__device__ __forceinline__ void multiply(double (&result)[2][4], const Two<double> (&left)[1],
                                         const Two<double> (&right)[1]) {
    const double two[2] = {left[0].x, left[0].y};
    multiply_16x8x4(result[0], two, right[0].x);
    multiply_16x8x4(result[1], two, right[0].y);
}
/// In float as multiply_slices() does it: three products of parts, added to the others by an addition that rounds.
__device__ __forceinline__ void multiply(float (&result)[2][4], const Two<float> (&left)[2],
                                         const Two<float> (&right)[2]) {
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

template <class Real, int warps>
__global__ void __launch_bounds__(32 * warps, 32 / warps) compute(const Real* a, int m, int n, Real* c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    constexpr int rows = step * halves<Real>; // of a step
    __shared__ __align__(16) Real sums[warps][tile * stride<Real>];
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int g = lane / 4, q = lane % 4;
    const int row = triangle_row(static_cast<int>(blockIdx.x));
    const int first_row = row * tile, first_column = (static_cast<int>(blockIdx.x) - row * (row + 1) / 2) * tile;
    const bool is_diagonal = first_row == first_column;

    Real result[2][4] = {};
    const int steps = (m + rows - 1) / rows, left = first_row + 2 * g, right = first_column + 2 * g;
    for (int s0 = warp; s0 < steps; s0 += warps * ahead) {
        Two<Real> of_left[ahead][halves<Real>], of_right[ahead][halves<Real>];
#pragma unroll
        for (int i = 0; i < ahead; ++i)
#pragma unroll
            for (int h = 0; h < halves<Real>; ++h) {
                const int k = (s0 + i * warps) * rows + step * h + q;
                const Real* const from = a + static_cast<std::int64_t>(k) * n;
                of_left[i][h] = of_right[i][h] = {0, 0};
                if (k < m && left < n) of_left[i][h] = *reinterpret_cast<const Two<Real>*>(from + left);
                if (is_diagonal) of_right[i][h] = of_left[i][h];
                else if (k < m && right < n) of_right[i][h] = *reinterpret_cast<const Two<Real>*>(from + right);
            }
#pragma unroll
        for (int i = 0; i < ahead; ++i) multiply(result, of_left[i], of_right[i]);
    }
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int e = 0; e < 2; ++e)
            *reinterpret_cast<Two<Real>*>(&sums[warp][(2 * g + r) * stride<Real> + 4 * q + 2 * e]) = {
                result[0][2 * r + e], result[1][2 * r + e]};
    __syncthreads();

    // An entry a thread, which no other thread reads before the next barrier.
    const int y = thread / tile, x = thread % tile;
    const bool has_entry = thread < tile * tile;
    if (has_entry) {
        Real sum = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) sum += sums[w][y * stride<Real> + x];
        if constexpr (halves<Real> == 2) { // of an infinite number the parts are no numbers
            if (sum != sum && first_row + y < n && first_column + x < n)
                sum = plain_sum(a, m, n, first_row + y, first_column + x);
        }
        sums[0][y * stride<Real> + x] = sum;
        if (!is_diagonal && first_row + y < n) c[static_cast<std::int64_t>(first_row + y) * n + first_column + x] = sum;
    }
    __syncthreads();
    // The tile turned around, so that rows are written here too. On the diagonal it is the lower half, for both places.
    if (!has_entry || first_column + y >= n || first_row + x >= n) return;
    c[static_cast<std::int64_t>(first_column + y) * n + first_row + x] =
        is_diagonal ? sums[0][max(x, y) * stride<Real> + min(x, y)] : sums[0][x * stride<Real> + y];
#else
    static_cast<void>(a), static_cast<void>(m), static_cast<void>(n),
        static_cast<void>(c); // the host does not launch this
#endif
}

} // namespace small

template <class Real, int warps> class SmallTensorCoreAta final : public CudaAta<Real> {
public:
    SmallTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<Real>(std::move(device), input) {
        const int across = (this->n_ + small::tile - 1) / small::tile;
        blocks_ = static_cast<unsigned>(across * (across + 1) / 2);
        this->detail = std::string("mma of 16 x 8, ") +
                       (sizeof(Real) == 4 ? "three products of parts of 11 bits, " : "") + std::to_string(blocks_) +
                       " tiles of 16 x 16, whose " + std::to_string(warps) +
                       " warps share the rows of A, mirror included";
    }
    void enqueue() override {
        this->device_->use();
        small::compute<Real, warps>
            <<<blocks_, 32 * warps, 0, this->device_->stream()>>>(this->a_.data(), this->m_, this->n_, this->c_.data());
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    unsigned blocks_ = 0;
};

} // namespace

std::unique_ptr<BoundAta> tensor_core_small(std::shared_ptr<cuda::Device> device, const AtaInput& input) {
    if (input.precision == Precision::float64)
        return std::make_unique<SmallTensorCoreAta<double, 8>>(std::move(device), input);
    if (tensor_core::warps_of_smallest_tiles(input.a->rows) == 8)
        return std::make_unique<SmallTensorCoreAta<float, 8>>(std::move(device), input);
    return std::make_unique<SmallTensorCoreAta<float, 16>>(std::move(device), input);
}

} // namespace warploom::kernels
