#include "kernels/cuda/gpu/peak.h"

#include "engine/cuda/cuda_errors.h"
#include "kernels/cuda/gpu/peak_hopper.h"
#include "kernels/cuda/gpu/tensor_core_mma.h"

#include <algorithm>
#include <string>

namespace warploom::kernels {
namespace {

constexpr int threads = 256, rounds = 2048;

/// Measures multiply-adds without tensor cores: each thread computes sixteen independent sums.
template <class Real> __global__ void __launch_bounds__(threads) ordinary(Real factor, Real* never) {
    Real sum[16];
#pragma unroll
    for (int s = 0; s < 16; ++s) sum[s] = static_cast<Real>(threadIdx.x + s);
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int s = 0; s < 16; ++s) sum[s] = sum[s] * factor + factor;
    Real all = 0;
#pragma unroll
    for (int s = 0; s < 16; ++s) all += sum[s];
    if (all == static_cast<Real>(-1)) *never = all; // never true; keeps the compiler from removing the sums
}
constexpr double ordinary_operations = 2.0 * 16 * rounds * threads; // number of operations per block

/// Each warp computes eight fragments. An instruction performs 2 x 16 x 8 x 4 operations in double precision, and 2 x
/// 16 x 8 x 8 in float.
__global__ void __launch_bounds__(threads)
    double_fragments([[maybe_unused]] double factor, [[maybe_unused]] double* never) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    double c[8][4] = {}, a[2] = {factor, factor * threadIdx.x};
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int i = 0; i < 8; ++i) tensor_core::multiply_16x8x4(c[i], a, factor);
    double all = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) all += c[i][0] + c[i][1] + c[i][2] + c[i][3];
    if (all == -1) *never = all;
#endif // on other cards, the kernel is never launched
}
__global__ void __launch_bounds__(threads)
    float_fragments([[maybe_unused]] float factor, [[maybe_unused]] float* never) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
    float c[8][4] = {};
    const unsigned a[4] = {__float_as_uint(factor), __float_as_uint(2 * factor), 0, 0}, b[2] = {a[1], a[0]};
#pragma unroll 1
    for (int round = 0; round < rounds; ++round)
#pragma unroll
        for (int i = 0; i < 8; ++i)
            asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, "
                "{%0,%1,%2,%3};"
                : "+f"(c[i][0]), "+f"(c[i][1]), "+f"(c[i][2]), "+f"(c[i][3])
                : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
    float all = 0;
#pragma unroll
    for (int i = 0; i < 8; ++i) all += c[i][0] + c[i][1] + c[i][2] + c[i][3];
    if (all == -1) *never = all;
#endif // on other cards, the kernel is never launched
}
constexpr double fragments_a_block = 8.0 * rounds * (threads / 32);

} // namespace

double measure_peak_flops(cuda::Device& device, cuda::Timer& timer, Precision precision) {
    const int blocks = 8 * device.multiprocessors();
    const cuda::Buffer<double> never(1, "The sums of the loop that measures the peak");
    const auto rate = [&](double operations, const auto& enqueue) {
        const auto checked = [&] {
            enqueue();
            WARPLOOM_CUDA_CHECK(cudaGetLastError());
        };
        timer.warm(checked, 2); // warm up to raise the clock frequency
        double best = 0;
        for (int sample = 0; sample < 5; ++sample)
            best = std::max(best, operations * blocks / (timer.warm(checked, 2).time_ns * 1e-9));
        return best;
    };
    const cudaStream_t stream = device.stream();
    const bool has_tensor_cores = std::stoi(device.architecture().substr(3)) >= 80 /* "sm_90" */;
    double peak = 0;
    if (precision == Precision::float64) {
        peak =
            rate(ordinary_operations, [&] { ordinary<double><<<blocks, threads, 0, stream>>>(0.999, never.data()); });
        if (has_tensor_cores)
            peak = std::max(peak, rate(fragments_a_block * 2 * 16 * 8 * 4,
                                       [&] { double_fragments<<<blocks, threads, 0, stream>>>(0.999, never.data()); }));
    } else {
        const auto sums = reinterpret_cast<float*>(never.data());
        peak = rate(ordinary_operations, [&] { ordinary<float><<<blocks, threads, 0, stream>>>(0.999F, sums); });
        if (has_tensor_cores)
            peak = std::max(peak, rate(fragments_a_block * 2 * 16 * 8 * 8 / 3,
                                       [&] { float_fragments<<<blocks, threads, 0, stream>>>(0.999F, sums); }));
        if (device.architecture() == "sm_90")
            peak = std::max(peak,
                            rate(wide_operations / 3, [&] { enqueue_wide_fragments(blocks, 0.999F, sums, stream); }));
    }
    return peak;
}

} // namespace warploom::kernels
