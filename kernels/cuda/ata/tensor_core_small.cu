#include "kernels/cuda/ata/cuda_ata.h"
#include "kernels/cuda/ata/tensor_core_plan.h"
#include "kernels/cuda/ata/tensor_core_ways.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <string>
#include <utility>

// This version of `tensor-core` is for a C so small that a pipeline of slices would not pay off. Each block computes a
// 16 x 16 tile of the lower triangle, and its warps divide the rows of A. A warp multiplies four rows at a time. Each
// lane loads its operands directly to registers, and a warp has the loads of sixteen rows in flight. After a single
// barrier, the sums of the warps are added in a fixed order.

namespace warploom::kernels {

namespace {

namespace small {

constexpr int tile = tensor_core::smallest_tile, step = tensor_core::step;
constexpr int warps = 8, threads = warps * 32;
constexpr int ahead = 4; ///< number of steps for which a warp loads the rows of A in one batch
/// Row pitch of the sums in shared memory, which are accessed as 16-byte pairs. Consecutive rows start in different
/// banks.
constexpr int stride = tile + 2;

__global__ void __launch_bounds__(threads) compute([[maybe_unused]] const double* a, [[maybe_unused]] int m,
                                                   [[maybe_unused]] int n, [[maybe_unused]] double* c) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    __shared__ __align__(16) double sums[warps][tile * stride];
    const int thread = static_cast<int>(threadIdx.x), lane = thread % 32, warp = thread / 32;
    const int g = lane / 4, q = lane % 4;
    const int row = tensor_core::triangle_row(static_cast<int>(blockIdx.x));
    const int first_row = row * tile, first_column = (static_cast<int>(blockIdx.x) - row * (row + 1) / 2) * tile;
    const bool is_diagonal = first_row == first_column;

    // As in tensor_core_plan.h, rows g and g + 8 of an instruction are neighbors in A, and so are columns g of two
    // instructions.
    double result[2][4] = {};
    const int steps = (m + step - 1) / step, left = first_row + 2 * g, right = first_column + 2 * g;
    for (int s0 = warp; s0 < steps; s0 += warps * ahead) {
        double2 of_left[ahead], of_right[ahead];
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const int k = (s0 + i * warps) * step + q;
            const double* const from = a + static_cast<std::int64_t>(k) * n;
            of_left[i] = of_right[i] = make_double2(0, 0);
            if (k < m && left < n) of_left[i] = *reinterpret_cast<const double2*>(from + left);
            if (is_diagonal) of_right[i] = of_left[i];
            else if (k < m && right < n) of_right[i] = *reinterpret_cast<const double2*>(from + right);
        }
#pragma unroll
        for (int i = 0; i < ahead; ++i) {
            const double two[2] = {of_left[i].x, of_left[i].y};
            tensor_core::multiply_16x8x4(result[0], two, of_right[i].x);
            tensor_core::multiply_16x8x4(result[1], two, of_right[i].y);
        }
    }
#pragma unroll
    for (int r = 0; r < 2; ++r)
#pragma unroll
        for (int e = 0; e < 2; ++e)
            *reinterpret_cast<double2*>(&sums[warp][(2 * g + r) * stride + 4 * q + 2 * e]) =
                make_double2(result[0][2 * r + e], result[1][2 * r + e]);
    __syncthreads();

    // Each thread writes one entry, which no other thread reads before the next barrier.
    static_assert(threads == tile * tile);
    const int y = thread / tile, x = thread % tile;
    double sum = 0;
#pragma unroll
    for (int w = 0; w < warps; ++w) sum += sums[w][y * stride + x];
    sums[0][y * stride + x] = sum;
    if (!is_diagonal && first_row + y < n) c[static_cast<std::int64_t>(first_row + y) * n + first_column + x] = sum;
    __syncthreads();
    // Write the transposed tile, again with contiguous writes. On the diagonal, both triangles use the lower half.
    if (first_column + y >= n || first_row + x >= n) return;
    c[static_cast<std::int64_t>(first_column + y) * n + first_row + x] =
        is_diagonal ? sums[0][max(x, y) * stride + min(x, y)] : sums[0][x * stride + y];
#endif // on other cards, the kernel is never launched
}

} // namespace small

class SmallTensorCoreAta final : public CudaAta<double> {
public:
    SmallTensorCoreAta(std::shared_ptr<cuda::Device> device, const AtaInput& input)
        : CudaAta<double>(std::move(device), input) {
        const int across = (n_ + small::tile - 1) / small::tile;
        blocks_ = static_cast<unsigned>(across * (across + 1) / 2);
        detail = "mma of 16 x 8, " + std::to_string(blocks_) + " tiles of 16 x 16, whose " +
                 std::to_string(small::warps) + " warps share the rows of A, mirror included";
    }
    void enqueue() override {
        device_->use();
        small::compute<<<blocks_, small::threads, 0, device_->stream()>>>(a_.data(), m_, n_, c_.data());
        cuda::check(cudaGetLastError(), "tensor-core", __FILE__, __LINE__);
    }

private:
    unsigned blocks_ = 0;
};

} // namespace

std::unique_ptr<BoundAta> tensor_core_small(std::shared_ptr<cuda::Device> device, const AtaInput& input) {
    return std::make_unique<SmallTensorCoreAta>(std::move(device), input);
}

} // namespace warploom::kernels
