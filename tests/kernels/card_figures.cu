// What a card does when only one thing is asked of it: the figures of datasets/cards that no data sheet has.
//
//     nvcc -O2 -std=c++17 -arch=native -o card_figures tests/kernels/card_figures.cu && ./card_figures
//
// Nothing here is a product with a matrix: figures that were measured so may be used to model one without being fitted
// to it. Prints one line a figure; medians over the repetitions that each line names.

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

namespace {

void check(cudaError_t error, const char* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

template <class T> T* allocate(std::size_t count) {
    T* memory = nullptr;
    check(cudaMalloc(&memory, count * sizeof(T)), "cudaMalloc");
    check(cudaMemset(memory, 0, count * sizeof(T)), "cudaMemset");
    return memory;
}

__global__ void empty() {}

__global__ void fill(float4* to, std::size_t count, float value) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
         i += gridDim.x * std::size_t{blockDim.x})
        to[i] = {value, value, value, value};
}

__global__ void copy(const float4* from, float4* to, std::size_t count) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
         i += gridDim.x * std::size_t{blockDim.x})
        to[i] = from[i];
}

/// One element a thread, as the kernels of a product have them: no thread stays.
__global__ void copy_once(const double* from, double* to, std::size_t count) {
    const std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x;
    if (i < count) to[i] = from[i];
}

__global__ void read_again(const float4* from, std::size_t count, int rounds, float4* result) {
    float4 sum{};
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
             i += gridDim.x * std::size_t{blockDim.x}) {
            const float4 value = __ldcg(from + i);
            sum.x += value.x, sum.y += value.y, sum.z += value.z, sum.w += value.w;
        }
    if (sum.x == 12345.0f) *result = sum;
}

/// A thread that follows a chain: each index says where the next one stands.
__global__ void follow(const std::uint32_t* next, int steps, std::uint32_t* result, long long* clocks) {
    std::uint32_t at = 0;
    const long long begin = clock64();
    for (int i = 0; i < steps; ++i) at = next[at];
    *clocks = clock64() - begin;
    *result = at;
}

/// Every lane reads a place of its own in each turn: `mask` says how large the array is, in elements of 8 bytes.
__global__ void gather(const double* x, std::uint32_t mask, int turns, double* result) {
    std::uint32_t at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    double sum = 0;
#pragma unroll 8
    for (int i = 0; i < turns; ++i) {
        at = at * 1664525u + 1013904223u;
        sum += x[(at >> 6) & mask];
    }
    if (sum == 12345.0) *result = sum;
}

/// Each lane adds to element (thread / share) * stride, modulo `size`: `share` neighbouring threads have one address.
__global__ void add(double* y, std::uint32_t share, std::uint32_t stride, std::uint32_t size) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(y + static_cast<std::uint64_t>(i / share) * stride % size, 1.0);
}

double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

class Bench {
public:
    Bench() {
        check(cudaEventCreate(&begin_), "event");
        check(cudaEventCreate(&end_), "event");
        flushed_ = allocate<float4>(flush_bytes / sizeof(float4));
    }
    /// Microseconds between two events around `work`; cold: 256 MB were written before.
    double us(const std::function<void()>& work, bool is_cold, int samples = 51) {
        work();
        std::vector<double> values;
        for (int i = 0; i < samples; ++i) {
            if (is_cold) fill<<<1056, 256>>>(flushed_, flush_bytes / sizeof(float4), static_cast<float>(i));
            check(cudaEventRecord(begin_), "record");
            work();
            check(cudaEventRecord(end_), "record");
            check(cudaEventSynchronize(end_), "work");
            float ms = 0;
            check(cudaEventElapsedTime(&ms, begin_, end_), "elapsed");
            values.push_back(ms * 1e3);
        }
        check(cudaGetLastError(), "launch");
        return median(values);
    }
    void flush() { fill<<<1056, 256>>>(flushed_, flush_bytes / sizeof(float4), 1.0f); }

private:
    static constexpr std::size_t flush_bytes = std::size_t{256} << 20;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    float4* flushed_ = nullptr;
};

/// A chain through `bytes`, a place in each `stride` bytes, in drawn order. ns a step; warm: gone through once before.
void latency(Bench& bench, std::size_t bytes, std::size_t stride, bool is_warm, double clock_ghz) {
    const std::size_t places = bytes / stride, per = stride / sizeof(std::uint32_t);
    std::vector<std::uint32_t> order(places);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin() + 1, order.end(), std::mt19937(7));
    std::vector<std::uint32_t> next(places * per, 0);
    for (std::size_t i = 0; i < places; ++i)
        next[order[i] * per] = static_cast<std::uint32_t>(order[(i + 1) % places] * per);
    auto* const on_card = allocate<std::uint32_t>(next.size());
    auto* const result = allocate<std::uint32_t>(1);
    auto* const clocks = allocate<long long>(1);
    check(cudaMemcpy(on_card, next.data(), next.size() * sizeof(std::uint32_t), cudaMemcpyHostToDevice), "copy");
    const int steps = static_cast<int>(std::min<std::size_t>(places, 40000));
    std::vector<double> values;
    for (int i = 0; i < 5; ++i) {
        bench.flush();
        if (is_warm) follow<<<1, 1>>>(on_card, static_cast<int>(std::min<std::size_t>(places, 600000)), result, clocks);
        follow<<<1, 1>>>(on_card, steps, result, clocks);
        long long count = 0;
        check(cudaMemcpy(&count, clocks, sizeof count, cudaMemcpyDeviceToHost), "copy");
        values.push_back(static_cast<double>(count) / steps);
    }
    const double clock = median(values);
    std::printf("latency, %9zu KiB, a place every %7zu bytes, %s: %7.1f clocks, %6.1f ns\n", bytes >> 10, stride,
                is_warm ? "warm" : "cold", clock, clock / clock_ghz);
    std::fflush(stdout);
    check(cudaFree(on_card), "free");
    check(cudaFree(result), "free");
    check(cudaFree(clocks), "free");
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
        auto* const from = allocate<float4>(count);
        auto* const to = allocate<float4>(count);
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
        for (const std::size_t mib : {8, 16, 24, 40}) {
            const std::size_t n = (mib << 20) / sizeof(float4);
            constexpr int rounds = 40;
            const double again =
                bench.us([&] { read_again<<<multiprocessors * 8, 256>>>(from, n, rounds, to); }, false, 11);
            std::printf("L2, %2zu MiB read %d times: %.0f GB/s\n", mib, rounds, n * 16.0 * rounds / again / 1e3);
        }
        check(cudaFree(from), "free");
        check(cudaFree(to), "free");
    }

    for (const std::size_t kib : {16, 128}) latency(bench, kib << 10, 128, true, clock_ghz);
    for (const std::size_t mib : {2, 8, 24, 40}) latency(bench, mib << 20, 128, true, clock_ghz);
    for (const std::size_t mib : {2, 16, 64, 256, 1024}) latency(bench, mib << 20, 256, false, clock_ghz);
    latency(bench, std::size_t{4} << 30, 4096, false, clock_ghz);
    latency(bench, std::size_t{4} << 30, std::size_t{2} << 20, false, clock_ghz);

    auto* const result = allocate<double>(1);
    for (const std::size_t kib : {64, 1024, 16384, 65536, 1048576}) {
        auto* const x = allocate<double>(kib << 7);
        constexpr int turns = 256;
        const int blocks = multiprocessors * 16;
        const double us = bench.us(
            [&] { gather<<<blocks, 128>>>(x, static_cast<std::uint32_t>((kib << 7) - 1), turns, result); }, false, 11);
        std::printf("gathers over %7zu KiB, 2048 threads a multiprocessor: %.1f thousand million lanes a second\n", kib,
                    1e-3 * blocks * 128.0 * turns / us);
        check(cudaFree(x), "free");
    }

    constexpr std::uint32_t most = 1u << 24;
    auto* const y = allocate<double>(most);
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
