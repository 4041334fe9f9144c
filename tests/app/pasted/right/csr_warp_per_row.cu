#include <cstdio>
#include <cstdlib>

#define WARP 32
#define FULL_MASK 0xffffffff

__global__ void spmv_csr_vector(int num_rows, const int* __restrict__ ptr, const int* __restrict__ ind,
                                const float* __restrict__ data, const float* __restrict__ x, float* __restrict__ y) {
    int thread_id = blockDim.x * blockIdx.x + threadIdx.x;
    int warp_id = thread_id / WARP;
    int lane = thread_id & (WARP - 1);
    int row = warp_id;
    if (row < num_rows) {
        float sum = 0.0f;
        for (int jj = ptr[row] + lane; jj < ptr[row + 1]; jj += WARP) sum += data[jj] * x[ind[jj]];
        for (int offset = WARP / 2; offset > 0; offset /= 2) sum += __shfl_down_sync(FULL_MASK, sum, offset);
        if (lane == 0) y[row] = sum;
    }
}
