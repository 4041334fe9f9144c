// verdict: right
// A thread reads only what it copied itself, so it needs no barrier.

#include <cuda_pipeline.h>

template <typename T>
__global__ void product(int rows, int columns, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y) {
    __shared__ T near[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        __pipeline_memcpy_async(&near[t], &x[column[k]], sizeof(T));
        __pipeline_commit();
        __pipeline_wait_prior(0);
        sum += value[k] * near[t];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, cols, row_pointer, column, value, x, y);
}
