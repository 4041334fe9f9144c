#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_plan.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <string>
#include <utility>

// Computes a small C in float like tensor_core_small.cu: the warps of a block divide the rows of A for a 16 x 16 tile
// of the lower triangle. A warp multiplies eight rows at a time. Each lane loads its operands directly to registers,
// four steps ahead.
//
// A diagonal tile needs half as many columns of A as any other tile. If there are slightly more tiles than
// multiprocessors, some blocks compute two diagonal tiles. For 250 columns, this reduces the number of blocks from 136
// to 128, so each of the 132 multiprocessors of an H100 has at most one block.

namespace warploom::kernels {

namespace {

namespace small {

using namespace tensor_core;

constexpr int tile = smallest_tile, rows = 2 * step;
constexpr int ahead = 4; ///< number of steps for which a warp loads the rows of A in one batch
constexpr int stride =
    tile + 4; ///< row pitch of the sums in shared memory, so that pairs in consecutive rows start in different banks

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Multiplies eight rows of A with two adjacent instructions. A lane has elements of rows lane % 4 and lane % 4 + 4.
/// Splits each number into two parts, and adds three products of parts with ordinary additions, which round.
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

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Adds the sums of all warps, and writes the tile and its mirror image. On the diagonal, both use the lower half.
template <int warps>
__device__ __forceinline__ void write_tile(const float (&result)[2][4], float (&sums)[warps][tile * stride],
                                           const float* a, int m, int n, int first_row, int first_column, float* c) {
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int g = lane / 4, q = lane % 4;
    const bool is_diagonal = first_row == first_column;
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int e = 0; e < 2; ++e)
            *reinterpret_cast<float2*>(&sums[warp][(2 * g + r) * stride + 4 * q + 2 * e]) =
                make_float2(result[0][2 * r + e], result[1][2 * r + e]);
    __syncthreads();

    // Each thread writes one entry, which no other thread reads before the next barrier.
    const int y = thread / tile, x = thread % tile;
    const bool has_entry = thread < tile * tile;
    if (has_entry) {
        float sum = 0;
#pragma unroll
        for (int w = 0; w < warps; ++w) sum += sums[w][y * stride + x];
        if (sum != sum && first_row + y < n && first_column + x < n) // in float, splitting infinite values gives NaN
            sum = plain_sum(a, m, n, first_row + y, first_column + x);
        sums[0][y * stride + x] = sum;
        if (!is_diagonal && first_row + y < n) c[static_cast<std::int64_t>(first_row + y) * n + first_column + x] = sum;
    }
    __syncthreads();
    // Write the transposed tile, again with contiguous writes.
    if (!has_entry || first_column + y >= n || first_row + x >= n) return;
    c[static_cast<std::int64_t>(first_column + y) * n + first_row + x] =
        is_diagonal ? sums[0][max(x, y) * stride + min(x, y)] : sums[0][x * stride + y];
}

#endif

/// Computes tiles of C. If `are_paired` is set, blocks 0 .. pairs - 1 compute two diagonal tiles each.
template <int warps, bool are_paired>
__global__ void __launch_bounds__(32 * warps, (are_paired ? 16 : 32) / warps)
    compute([[maybe_unused]] const float* a, [[maybe_unused]] int m, [[maybe_unused]] int n, [[maybe_unused]] int pairs,
            [[maybe_unused]] float* c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    __shared__ __align__(16) float sums[warps][tile * stride];
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int g = lane / 4, q = lane % 4, block = static_cast<int>(blockIdx.x);
    const bool is_pair = are_paired && block < pairs;
    int row = 0, column = 0;
    if constexpr (are_paired) {
        row = is_pair ? 2 * block : triangle_row(block - pairs) + 1;
        column = is_pair ? row + 1 : block - pairs - row * (row - 1) / 2;
    } else {
        row = triangle_row(block);
        column = block - row * (row + 1) / 2;
    }
    const int first_row = row * tile, first_column = column * tile;
    const bool is_diagonal = row == column;

    float result[2][4] = {}, of_second[2][4] = {}; // `of_second` is used only for the second tile of a pair
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
                if (!are_paired && is_diagonal) of_right[i][h] = of_left[i][h];
                else if (k < m && right < n) of_right[i][h] = *reinterpret_cast<const float2*>(from + right);
            }
        if (is_pair) {
#pragma unroll
            for (int i = 0; i < ahead; ++i) {
                multiply(result, of_left[i], of_left[i]);
                multiply(of_second, of_right[i], of_right[i]);
            }
        } else {
#pragma unroll
            for (int i = 0; i < ahead; ++i) multiply(result, of_left[i], of_right[i]);
        }
    }
    if (!is_pair) {
        write_tile(result, sums, a, m, n, first_row, first_column, c);
        return;
    }
    write_tile(result, sums, a, m, n, first_row, first_row, c);
    __syncthreads(); // all threads have read the sums of the first tile
    write_tile(of_second, sums, a, m, n, first_column, first_column, c);
#endif // on other cards, the kernel is never launched
}

} // namespace small

template <int warps, bool are_paired> class SmallFloatTensorCoreAta final : public CudaAta<float> {
public:
    SmallFloatTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<float>(std::move(device), input) {
        const int across = (n_ + small::tile - 1) / small::tile;
        if constexpr (are_paired) pairs_ = (across + 1) / 2;
        blocks_ = static_cast<unsigned>(are_paired ? pairs_ + across * (across - 1) / 2 : across * (across + 1) / 2);
        detail = "mma of 16 x 8, three products of parts of 11 bits, " + std::to_string(across * (across + 1) / 2) +
                 " tiles of 16 x 16, whose " + std::to_string(warps) + " warps share the rows of A, mirror included";
    }
    void enqueue() override {
        device_->use();
        small::compute<warps, are_paired>
            <<<blocks_, 32 * warps, 0, device_->stream()>>>(a_.data(), m_, n_, pairs_, c_.data());
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    int pairs_ = 0;
    unsigned blocks_ = 0;
};

} // namespace

std::unique_ptr<BoundAta> tensor_core_small_float(std::shared_ptr<cuda::Device> device, const AtaInput& input) {
    const bool are_paired = tensor_core::pairs_of_smallest_tiles(input.a->cols, device->multiprocessors()) > 0;
    if (tensor_core::warps_of_smallest_tiles(input.a->rows) == 8) {
        if (are_paired) return std::make_unique<SmallFloatTensorCoreAta<8, true>>(std::move(device), input);
        return std::make_unique<SmallFloatTensorCoreAta<8, false>>(std::move(device), input);
    }
    if (are_paired) return std::make_unique<SmallFloatTensorCoreAta<16, true>>(std::move(device), input);
    return std::make_unique<SmallFloatTensorCoreAta<16, false>>(std::move(device), input);
}

} // namespace warploom::kernels
