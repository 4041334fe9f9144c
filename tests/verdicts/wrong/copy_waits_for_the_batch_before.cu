// verdict: shared-race
// The wait leaves the latest batch in flight, and that one is read.

#include <cuda_pipeline.h>

template <typename T>
__global__ void product(int rows, int columns, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y) {
    __shared__ T near[256];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    for (int first = 0; first < columns; first += 256) {
        __syncthreads();
        for (int i = threadIdx.x; i < 256 && first + i < columns; i += blockDim.x)
            __pipeline_memcpy_async(&near[i], &x[first + i], sizeof(T));
        __pipeline_commit();
        __pipeline_wait_prior(1);
        __syncthreads();
        if (row < rows)
            for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
                if (column[k] >= first && column[k] < first + 256) sum += value[k] * near[column[k] - first];
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, cols, row_pointer, column, value, x, y);
}
