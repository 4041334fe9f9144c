// Measures one property of a card at a time: the values in datasets/cards that no data sheet contains.
//
//     nvcc -O2 -std=c++17 -arch=native -I. -o card_figures tests/kernels/card_figures.cu && ./card_figures
//
// No measurement uses a matrix-vector product, so the model of a product with these values is not fitted to products.
// Prints one line per value, which is the median of the stated number of repetitions.

#include "kernels/cuda/gpu/card_bench.cuh"

#include <cstdio>
#include <cstdlib>

namespace warploom::card_bench {

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

} // namespace warploom::card_bench

using namespace warploom::card_bench;

namespace {

__global__ void copy(const float4* from, float4* to, std::size_t count) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
         i += gridDim.x * std::size_t{blockDim.x})
        to[i] = from[i];
}

/// One element per thread, as in the product kernels, so no thread loops.
__global__ void copy_once(const double* from, double* to, std::size_t count) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < count) to[i] = from[i];
}

void latency(Bench& bench, std::size_t bytes, std::size_t stride, bool is_warm, double clock_ghz) {
    const double clock = latency_clocks(bench, bytes, stride, is_warm);
    std::printf("latency, %9zu KiB, a place every %7zu bytes, %s: %7.1f clocks, %6.1f ns\n", bytes >> 10, stride,
                is_warm ? "warm" : "cold", clock, clock / clock_ghz);
    std::fflush(stdout);
}

} // namespace

int main() {
    cudaDeviceProp device{};
    check(cudaGetDeviceProperties(&device, 0), "device");
    int khz = 0;
    check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0), "clock");
    const double clock_ghz = khz / 1e6;
    const int multiprocessors = device.multiProcessorCount;
    std::printf("%s, %d multiprocessors, %.3f GHz, L2 %d MiB\n", device.name, multiprocessors, clock_ghz,
                device.l2CacheSize >> 20);
    Bench bench;

    std::printf("launch of nothing, cold caches: %.2f us; warm: %.2f us\n", bench.us([] { empty<<<1, 32>>>(); }, true),
                bench.us([] { empty<<<1, 32>>>(); }, false));
    std::printf("ten launches of nothing, cold: %.2f us; warm: %.2f us\n",
                bench.us(
                    [] {
                        for (int i = 0; i < 10; ++i) empty<<<1, 32>>>();
                    },
                    true),
                bench.us(
                    [] {
                        for (int i = 0; i < 10; ++i) empty<<<1, 32>>>();
                    },
                    false));
    for (const int threads : {32, 128, 256, 1024})
        for (const int blocks : {132, 13200, 132000, 1320000})
            std::printf("%7d empty blocks of %4d threads: %9.2f us\n", blocks, threads,
                        bench.us([=] { empty<<<blocks, threads>>>(); }, true, 11));

    {
        constexpr std::size_t bytes = std::size_t{2} << 30, count = bytes / sizeof(float4);
        const Memory<float4> source(count), target(count);
        float4 *const from = source.data(), *const to = target.data();
        const double us = bench.us([&] { copy<<<multiprocessors * 8, 256>>>(from, to, count); }, true, 11);
        std::printf("copy of 2 GiB: %.1f us, %.0f GB/s read and written\n", us, 2 * bytes / us / 1e3);
        for (const std::size_t mib : {1, 4, 16, 64, 256}) {
            const std::size_t n = mib << 17;
            std::printf("copy of %3zu MiB, one number of 8 bytes a thread, cold: %.2f us\n", mib,
                        bench.us(
                            [&] {
                                copy_once<<<static_cast<unsigned>(n / 128), 128>>>(
                                    reinterpret_cast<const double*>(from), reinterpret_cast<double*>(to), n);
                            },
                            true));
        }
        for (const std::size_t mib : {8, 16, 24, 40})
            std::printf("L2, %2zu MiB read 40 times: %.0f GB/s\n", mib,
                        read_again_gbytes(bench, mib << 20, multiprocessors));
    }

    for (const std::size_t kib : {16, 128}) latency(bench, kib << 10, 128, true, clock_ghz);
    for (const std::size_t mib : {2, 8, 24, 40}) latency(bench, mib << 20, 128, true, clock_ghz);
    for (const std::size_t mib : {2, 16, 64, 256, 1024}) latency(bench, mib << 20, 256, false, clock_ghz);
    latency(bench, std::size_t{4} << 30, 4096, false, clock_ghz);
    latency(bench, std::size_t{4} << 30, std::size_t{2} << 20, false, clock_ghz);

    for (const std::size_t kib : {64, 1024, 16384, 65536, 1048576})
        std::printf("gathers over %7zu KiB, 2048 threads a multiprocessor: %.1f thousand million lanes a second\n", kib,
                    gathers(bench, kib << 10, multiprocessors));

    constexpr std::uint32_t most = 1u << 24;
    const Memory<double> sums(most);
    double* const y = sums.data();
    constexpr int blocks = 131072, threads = 128;
    for (const std::uint32_t share : {1u, 2u, 4u, 8u, 16u, 32u, 128u, 1024u, 4096u, 65536u}) {
        const double us = bench.us([=] { add<<<blocks, threads>>>(y, share, 1, most); }, false, 11);
        std::printf("atomic additions of doubles, %5u neighbours an address, addresses side by side: %.2f thousand "
                    "million a second\n",
                    share, 1e-3 * blocks * threads / us);
    }
    for (const std::uint32_t size : {1u, 2u, 16u, 256u, 4096u, 65536u, 1048576u}) {
        const double us = bench.us([=] { add<<<blocks, threads>>>(y, 32, 4, size * 4); }, false, 11);
        std::printf("atomic additions of doubles, a warp an address, %7u addresses in turn, a sector each: %.2f "
                    "thousand million a second\n",
                    size, 1e-3 * blocks * threads / us);
    }
    for (const std::uint32_t size : {32u, 512u, 65536u, 4194304u}) {
        const double us = bench.us([=] { add<<<blocks, threads>>>(y, 1, 4, size * 4); }, false, 11);
        std::printf("atomic additions of doubles, a sector each, %7u sectors: %.2f thousand million a second\n", size,
                    1e-3 * blocks * threads / us);
    }
    return 0;
}
