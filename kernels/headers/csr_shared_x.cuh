#pragma once

// y = A x in CSR with one thread per row. x is loaded into shared memory piece by piece.
#ifndef PIECE
#define PIECE 1024 // elements of x per piece; 8 KB in double, half of a GTX 295 multiprocessor's shared memory
#endif

template <typename T>
__global__ void csr_shared_x(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x,
                             T* y) {
    __shared__ T piece[PIECE];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    int k = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    for (int first = 0; first < cols; first += PIECE) {
        for (int i = threadIdx.x; i < PIECE && first + i < cols; i += blockDim.x) piece[i] = x[first + i];
        __syncthreads();
        while (k < end && column[k] < first + PIECE) {
            sum += value[k] * piece[column[k] - first];
            ++k;
        }
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    csr_shared_x<<<grid, block>>>(rows, cols, row_pointer, column, value, x, y);
}
