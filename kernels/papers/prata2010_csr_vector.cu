// Prata, Melfe, Pesqueira, Muranho 2010, section 3.2, after Bell and Garland 2009: y = A x in CSR, one warp per row.
// The paper describes this kernel in words. Neighboring lanes read neighboring entries of one row; their 32 sums are
// added in shared memory, because the paper's GPU (compute capability 1.3) has no shuffles. Each step reads,
// synchronizes, writes and synchronizes again. The lanes of that GPU ran in lockstep; since compute capability 7.0,
// __syncwarp is required.

template <typename T>
__global__ void csr_vector(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T sums[1024];
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    if (row >= rows) return; // the condition is uniform across the warp
    const int lane = threadIdx.x % 32;

    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    sums[threadIdx.x] = sum;
    __syncwarp();

    for (int half = 16; half > 0; half /= 2) {
        if (lane < half) sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncwarp();
    }
    if (lane == 0) y[row] = sums[threadIdx.x];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    const int grid = (rows + warps - 1) / warps;
    csr_vector<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
