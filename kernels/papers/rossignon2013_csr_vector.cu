// Rossignon 2013, section 3.3, with the reduction of Harris 2008: y = A x in CSR, one warp per row. The paper describes
// this kernel in words. The lanes of a warp process the same row so that their accesses are coalesced. In return, 32
// sums must be added in shared memory at the end of each row. threadIdx.x is the lane and threadIdx.y the warp, as
// section 3.5.1 recommends. Harris unrolls the steps of the addition and relies on lanes in lockstep; since compute
// capability 7.0, each step needs a __syncwarp.

template <typename T> __device__ T warp_reduce(T* sums, int lane) {
    __syncwarp();
    if (lane < 16) sums[lane] += sums[lane + 16];
    __syncwarp();
    if (lane < 8) sums[lane] += sums[lane + 8];
    __syncwarp();
    if (lane < 4) sums[lane] += sums[lane + 4];
    __syncwarp();
    if (lane < 2) sums[lane] += sums[lane + 2];
    __syncwarp();
    if (lane < 1) sums[lane] += sums[lane + 1];
    __syncwarp();
    return sums[0];
}

template <typename T>
__global__ void csr_vector(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T sums[32][32];
    const int lane = threadIdx.x;
    const int row = blockIdx.x * blockDim.y + threadIdx.y;
    if (row >= rows) return; // the condition is uniform across the warp
    T sum = 0;
    const int end = row_pointer[row + 1];
    for (int k = row_pointer[row] + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    sums[threadIdx.y][lane] = sum;
    const T total = warp_reduce(sums[threadIdx.y], lane);
    if (lane == 0) y[row] = total;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    const int grid = (rows + warps - 1) / warps;
    const dim3 threads(32, warps);
    csr_vector<<<grid, threads>>>(rows, row_pointer, column, value, x, y);
}
