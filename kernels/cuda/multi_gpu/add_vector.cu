#include "kernels/cuda/multi_gpu/add_vector.h"

#include "engine/cuda/cuda_errors.h"

#include <algorithm>

namespace warploom::kernels {

namespace {

constexpr int block_size = 256;
constexpr int entries_per_thread = 4;

template <class T> __global__ void add_entries(long long n, const T* addend, T* y) {
    const long long first = static_cast<long long>(blockIdx.x) * (block_size * entries_per_thread) + threadIdx.x;
#pragma unroll
    for (int k = 0; k < entries_per_thread; ++k) {
        const long long i = first + k * block_size;
        if (i < n) y[i] += addend[i];
    }
}

} // namespace

template <class T> void add_vector(cudaStream_t stream, std::int64_t n, const T* addend, T* y) {
    constexpr std::int64_t per_block = block_size * entries_per_thread;
    if (n == 0) return;
    add_entries<<<static_cast<unsigned>((n + per_block - 1) / per_block), block_size, 0, stream>>>(n, addend, y);
    cuda::check(cudaGetLastError(), "adding two products", __FILE__, __LINE__);
}
template void add_vector(cudaStream_t, std::int64_t, const float*, float*);
template void add_vector(cudaStream_t, std::int64_t, const double*, double*);

} // namespace warploom::kernels
