// The device functions of a solver whose dot product combines warps in shared memory.
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ double grid_dot_result = 0.0;
__device__ void gpuSpMV(int* I, int* J, float* val, int nnz, int num_rows, float alpha, float* inputVecX,
                        float* outputVecY, cg::thread_block& cta) {
    for (int i = blockIdx.x * blockDim.x + cta.thread_rank(); i < num_rows; i += gridDim.x * blockDim.x) {
        int row_elem = I[i];
        int next_row_elem = I[i + 1];
        int num_elems_this_row = next_row_elem - row_elem;
        float output = 0.0;
        for (int j = 0; j < num_elems_this_row; j++) output += alpha * val[row_elem + j] * inputVecX[J[row_elem + j]];
        outputVecY[i] = output;
    }
}
__device__ void gpuDotProduct(float* vecA, float* vecB, int size, const cg::thread_block& cta) {
    extern __shared__ double tmp[];
    double temp_sum = 0.0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < size; i += gridDim.x * blockDim.x)
        temp_sum += (double)(vecA[i] * vecB[i]);
    cg::thread_block_tile<32> tile32 = cg::tiled_partition<32>(cta);
    for (int offset = tile32.size() / 2; offset > 0; offset /= 2) temp_sum += tile32.shfl_down(temp_sum, offset);
    if (tile32.thread_rank() == 0) tmp[tile32.meta_group_rank()] = temp_sum;
    cg::sync(cta);
    if (tile32.meta_group_rank() == 0) {
        temp_sum = tile32.thread_rank() < tile32.meta_group_size() ? tmp[tile32.thread_rank()] : 0.0;
        for (int offset = tile32.size() / 2; offset > 0; offset /= 2) temp_sum += tile32.shfl_down(temp_sum, offset);
        if (tile32.thread_rank() == 0) atomicAdd(&grid_dot_result, temp_sum);
    }
}
__global__ void product(int* I, int* J, float* val, float* x, float* y, int nnz, int N, float alpha) {
    cg::thread_block cta = cg::this_thread_block();
    gpuSpMV(I, J, val, nnz, N, alpha, x, y, cta);
}
__global__ void dot(float* x, float* y, int N) {
    cg::thread_block cta = cg::this_thread_block();
    gpuDotProduct(x, y, N, cta);
}
void run(int rows, int nonzeros, int* row_pointer, int* column, float* value, float* x, float* y) {
    product<<<8, 128>>>(row_pointer, column, value, x, y, nonzeros, rows, 1.0f);
    dot<<<8, 128, 4 * sizeof(double)>>>(x, y, rows);
}
