// verdict: wrong-result
// The first thread sets the queue to 0 by atomicExch while others take rows of it.

// scratch: next int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* next) {
    if (blockIdx.x == 0 && threadIdx.x == 0) atomicExch(next, 0);
    __syncthreads();
    for (int row = atomicAdd(next, 1); row < rows; row = atomicAdd(next, 1)) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        atomicAdd(&y[row], sum);
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* next, int block) {
    cudaMemset(next, 0, sizeof(int));
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<8, block>>>(rows, row_pointer, column, value, x, y, next);
}
