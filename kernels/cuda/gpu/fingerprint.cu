#include "kernels/cuda/gpu/fingerprint.h"

#include "engine/cuda/buffer.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

constexpr int threads = 256;
constexpr std::int64_t most_blocks = 4096;

/// Applies the finalizer of SplitMix64 (engine/matrix/random.h).
__device__ std::uint64_t mixed(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}
__device__ std::uint64_t bits_of(double v) { return static_cast<std::uint64_t>(__double_as_longlong(v)); }
__device__ std::uint64_t bits_of(float v) { return static_cast<std::uint64_t>(__float_as_uint(v)); }

/// Adds up the hashes of all elements. The sum does not depend on the order in which the blocks run.
template <class T> __global__ void add_up(const T* values, std::int64_t n, unsigned long long* sum) {
    std::uint64_t own = 0;
    for (std::int64_t i = std::int64_t{blockIdx.x} * threads + threadIdx.x; i < n;
         i += std::int64_t{gridDim.x} * threads)
        own += mixed(bits_of(values[i]) ^ mixed(static_cast<std::uint64_t>(i) + 0x9e3779b97f4a7c15u));
    for (int other = 16; other > 0; other /= 2) own += __shfl_xor_sync(0xffffffffu, own, other);
    if (threadIdx.x % 32 == 0) atomicAdd(sum, static_cast<unsigned long long>(own));
}

} // namespace

template <class T> std::uint64_t fingerprint_of(const T* values, std::int64_t n, cudaStream_t stream) {
    cuda::Buffer<unsigned long long> sum(1, "A hash");
    unsigned long long found = 0;
    WARPLOOM_CUDA_CHECK(cudaMemsetAsync(sum.data(), 0, sizeof found, stream));
    const std::int64_t blocks = std::min(most_blocks, (n + threads - 1) / threads);
    if (blocks > 0) {
        add_up<<<static_cast<unsigned>(blocks), threads, 0, stream>>>(values, n, sum.data());
        cuda::check(cudaGetLastError(), "fingerprint", __FILE__, __LINE__);
    }
    sum.download(&found, 1, stream);
    return found;
}

template std::uint64_t fingerprint_of(const float*, std::int64_t, cudaStream_t);
template std::uint64_t fingerprint_of(const double*, std::int64_t, cudaStream_t);

} // namespace warploom::kernels
