#include "kernels/cuda/gpu/peak_hopper.h"

#include "kernels/cuda/gpu/warpgroup_mma.h"

namespace warploom::kernels {

namespace {

constexpr int threads = 256;

/// Multiplies with the first operand in registers and the second one in shared memory, as in tensor_core_wide.cu.
__global__ void __launch_bounds__(threads, 1)
    wide_fragments([[maybe_unused]] float factor, [[maybe_unused]] float* never) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
    __shared__ __align__(1024) float panel[128 * 32];
    for (int i = static_cast<int>(threadIdx.x); i < 128 * 32; i += threads)
        panel[i] = factor * static_cast<float>(i % 7);
    warpgroup::show_stores();
    __syncthreads();
    const unsigned a[4] = {__float_as_uint(factor), __float_as_uint(2 * factor), __float_as_uint(factor * threadIdx.x),
                           0};
    const std::uint64_t b = warpgroup::describe(static_cast<unsigned>(__cvta_generic_to_shared(panel)));
    float c[64] = {};
#pragma unroll 1
    for (int round = 0; round < wide_rounds; ++round) {
        warpgroup::begin();
#pragma unroll
        for (int i = 0; i < 8; ++i) warpgroup::multiply_64x128x8(c, a, b + 2 * (i % 4), true);
        warpgroup::end();
        warpgroup::wait();
    }
    float all = 0;
#pragma unroll
    for (int i = 0; i < 64; ++i) all += c[i];
    if (all == -1) *never = all; // never true; keeps the compiler from removing the sums
#endif                           // on other cards, the kernel is never launched
}

} // namespace

void enqueue_wide_fragments(int blocks, float factor, float* never, cudaStream_t stream) {
    wide_fragments<<<blocks, threads, 0, stream>>>(factor, never);
}

} // namespace warploom::kernels
