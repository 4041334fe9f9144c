// verdict: right
// Blocks take rows from a queue; the last block that finds it empty resets it.

// scratch: next int[2]
__global__ void clear(int* next) { next[0] = next[1] = 0; }

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int* next) {
    __shared__ int first;
    for (;;) {
        if (threadIdx.x == 0) first = atomicAdd(&next[0], blockDim.x);
        __syncthreads();
        const int row = first + threadIdx.x;
        if (first >= rows) break;
        T sum = 0;
        if (row < rows)
            for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        if (row < rows) y[row] = sum;
        __syncthreads();
    }
    if (threadIdx.x != 0 || atomicAdd(&next[1], 1) != gridDim.x - 1) return;
    next[0] = 0;
    next[1] = 0;
}

template <typename T> void prepare(const T* value, int* next) { clear<<<1, 1>>>(next); }

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* next, int block) {
    product<<<4, block>>>(rows, row_pointer, column, value, x, y, next);
}
