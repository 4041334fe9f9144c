// finding: missing-syncwarp line 17
// matrix: laplace2d:n=20
// Two lanes of a warp load the bounds of its row, and all lanes read them from shared memory immediately (after Bell
// and Garland 2009). A __syncwarp between the store and the load is missing. The kernel seems to work because the store
// comes first in program order and the lanes of a warp usually execute together. But this is not guaranteed: since
// compute capability 7.0, each lane has its own program counter.

template <typename T>
__global__ void bounds_in_shared(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                 T* y) {
    __shared__ int bounds[32][2];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return; // all lanes of a warp take the same branch
    const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    if (lane < 2) bounds[warp][lane] = row_pointer[row + lane];
    // __syncwarp() belongs here.
    const int begin = bounds[warp][0], end = bounds[warp][1];
    T sum = 0;
    for (int k = begin + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    bounds_in_shared<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
