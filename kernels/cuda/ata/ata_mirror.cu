#include "kernels/cuda/ata/ata_mirror.h"

#include "engine/cuda/cuda_errors.h"

#include <cstdint>

namespace warploom::kernels {

namespace {

constexpr int side = 32, rows_at_once = 8;

/// Transposes tiles in shared memory, so that global reads and writes are both coalesced.
template <class T> __global__ void mirror(T* c, int n) {
    if (blockIdx.x < blockIdx.y) return; // each block transposes tile (y, x) into tile (x, y)
    __shared__ T turned[side][side + 1]; // the padding puts the elements of a column in different banks
    const int x = static_cast<int>(threadIdx.x), first_row = static_cast<int>(blockIdx.y) * side,
              first_column = static_cast<int>(blockIdx.x) * side;
    for (int y = static_cast<int>(threadIdx.y); y < side; y += rows_at_once)
        if (first_row + y < n && first_column + x < n)
            turned[y][x] = c[static_cast<std::int64_t>(first_row + y) * n + first_column + x];
    __syncthreads();
    for (int y = static_cast<int>(threadIdx.y); y < side; y += rows_at_once) {
        const int row = first_column + y, column = first_row + x;
        if (row < n && column < n && row > column) c[static_cast<std::int64_t>(row) * n + column] = turned[x][y];
    }
}

} // namespace

template <class T> void enqueue_mirror(T* c, int n, cudaStream_t stream) {
    if (n == 0) return;
    const auto across = static_cast<unsigned>((n + side - 1) / side);
    mirror<<<dim3(across, across), dim3(side, rows_at_once), 0, stream>>>(c, n);
    cuda::check(cudaGetLastError(), "mirror", __FILE__, __LINE__);
}

template void enqueue_mirror(float*, int, cudaStream_t);
template void enqueue_mirror(double*, int, cudaStream_t);

} // namespace warploom::kernels
