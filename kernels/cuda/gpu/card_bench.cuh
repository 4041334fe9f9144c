#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <random>
#include <vector>

// Microbenchmarks of single GPU properties. None of them is a matrix product, so that a model that uses the results is
// not fitted to the times that it predicts.

namespace warploom::card_bench {

/// Checks the result of a CUDA call; exits or throws on errors. The including source file defines this function.
void check(cudaError_t error, const char* what);

template <class T> class Memory {
public:
    explicit Memory(std::size_t count) {
        check(cudaMalloc(&data_, count * sizeof(T)), "cudaMalloc");
        check(cudaMemset(data_, 0, count * sizeof(T)), "cudaMemset");
    }
    Memory(const Memory&) = delete;
    Memory& operator=(const Memory&) = delete;
    ~Memory() { cudaFree(data_); }
    T* data() const { return data_; }

private:
    T* data_ = nullptr;
};

static __global__ void empty() {}

static __global__ void fill(float4* to, std::size_t count, float value) {
    for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
         i += gridDim.x * std::size_t{blockDim.x})
        to[i] = {value, value, value, value};
}

static __global__ void read_again(const float4* from, std::size_t count, int rounds, float4* result) {
    float4 sum{};
    for (int round = 0; round < rounds; ++round)
        for (std::size_t i = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; i < count;
             i += gridDim.x * std::size_t{blockDim.x}) {
            const float4 value = __ldcg(from + i);
            sum.x += value.x, sum.y += value.y, sum.z += value.z, sum.w += value.w;
        }
    if (sum.x == 12345.0f) *result = sum;
}

/// Follows a chain of indices with a single thread.
static __global__ void follow(const std::uint32_t* next, int steps, std::uint32_t* result, long long* clocks) {
    std::uint32_t at = 0;
    const long long begin = clock64();
    for (int i = 0; i < steps; ++i) at = next[at];
    *clocks = clock64() - begin;
    *result = at;
}

/// Reads a different element in every lane and iteration. `mask` is the number of 8-byte elements minus 1.
static __global__ void gather(const double* x, std::uint32_t mask, int turns, double* result) {
    std::uint32_t at = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u;
    double sum = 0;
#pragma unroll 8
    for (int i = 0; i < turns; ++i) {
        at = at * 1664525u + 1013904223u;
        sum += x[(at >> 6) & mask];
    }
    if (sum == 12345.0) *result = sum;
}

/// Adds to element (thread / share) * stride, modulo `size`, so that `share` neighboring threads use the same
/// address.
static __global__ void add(double* y, std::uint32_t share, std::uint32_t stride, std::uint32_t size) {
    const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(y + static_cast<std::uint64_t>(i / share) * stride % size, 1.0);
}

inline double median(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

class Bench {
public:
    Bench() {
        check(cudaEventCreate(&begin_), "event");
        check(cudaEventCreate(&end_), "event");
    }
    ~Bench() {
        cudaEventDestroy(begin_);
        cudaEventDestroy(end_);
    }
    Bench(const Bench&) = delete;
    Bench& operator=(const Bench&) = delete;
    /// Returns the time of `work` in microseconds, measured with events. If is_cold is set, first flushes the caches.
    double us(const std::function<void()>& work, bool is_cold, int samples = 51) {
        work();
        std::vector<double> values;
        for (int i = 0; i < samples; ++i) {
            if (is_cold) fill<<<1056, 256>>>(flushed_.data(), flush_bytes / sizeof(float4), static_cast<float>(i));
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
    void flush() { fill<<<1056, 256>>>(flushed_.data(), flush_bytes / sizeof(float4), 1.0f); }

private:
    static constexpr std::size_t flush_bytes = std::size_t{256} << 20;
    cudaEvent_t begin_ = nullptr, end_ = nullptr;
    Memory<float4> flushed_{flush_bytes / sizeof(float4)};
};

/// Returns the clock cycles per step of a chain through `bytes` bytes in random order, with one element per `stride`
/// bytes. If is_warm is set, follows the chain once before measuring.
inline double latency_clocks(Bench& bench, std::size_t bytes, std::size_t stride, bool is_warm) {
    const std::size_t places = bytes / stride, per = stride / sizeof(std::uint32_t);
    std::vector<std::uint32_t> order(places);
    std::iota(order.begin(), order.end(), 0u);
    std::shuffle(order.begin() + 1, order.end(), std::mt19937(7));
    std::vector<std::uint32_t> next(places * per, 0);
    for (std::size_t i = 0; i < places; ++i)
        next[order[i] * per] = static_cast<std::uint32_t>(order[(i + 1) % places] * per);
    const Memory<std::uint32_t> on_card(next.size()), result(1);
    const Memory<long long> clocks(1);
    check(cudaMemcpy(on_card.data(), next.data(), next.size() * sizeof(std::uint32_t), cudaMemcpyHostToDevice), "copy");
    const int steps = static_cast<int>(std::min<std::size_t>(places, 40000));
    std::vector<double> values;
    for (int i = 0; i < 5; ++i) {
        bench.flush();
        if (is_warm)
            follow<<<1, 1>>>(on_card.data(), static_cast<int>(std::min<std::size_t>(places, 600000)), result.data(),
                             clocks.data());
        follow<<<1, 1>>>(on_card.data(), steps, result.data(), clocks.data());
        long long count = 0;
        check(cudaMemcpy(&count, clocks.data(), sizeof count, cudaMemcpyDeviceToHost), "copy");
        values.push_back(static_cast<double>(count) / steps);
    }
    return median(values);
}

/// Returns the rate, in 10^9 elements per second, at which lanes read different elements of an array of `bytes` bytes
/// (a power of two).
inline double gathers(Bench& bench, std::size_t bytes, int multiprocessors) {
    const Memory<double> x(bytes / sizeof(double)), result(1);
    constexpr int turns = 256;
    const int blocks = multiprocessors * 16;
    const auto mask = static_cast<std::uint32_t>(bytes / sizeof(double) - 1);
    const double us = bench.us([&] { gather<<<blocks, 128>>>(x.data(), mask, turns, result.data()); }, false, 11);
    return 1e-3 * blocks * 128.0 * turns / us;
}

/// Returns the rate in GB/s of repeated reads of an array of `bytes` bytes, bypassing L1.
inline double read_again_gbytes(Bench& bench, std::size_t bytes, int multiprocessors) {
    const std::size_t n = bytes / sizeof(float4);
    constexpr int rounds = 40;
    const Memory<float4> from(n), result(1);
    const double us =
        bench.us([&] { read_again<<<multiprocessors * 8, 256>>>(from.data(), n, rounds, result.data()); }, false, 11);
    return static_cast<double>(n) * 16.0 * rounds / us / 1e3;
}

} // namespace warploom::card_bench
