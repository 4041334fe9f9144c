// verdict: global-race
// A thread reads a sum to which its block still adds. An atomic operation on another array does not hide that.

// scratch: total T[rows]
// scratch: longest int[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total,
                        int* longest) {
    const int row = blockIdx.x;
    T part = 0;
    for (int k = row_pointer[row] + threadIdx.x; k < row_pointer[row + 1]; k += blockDim.x)
        part += value[k] * x[column[k]];
    atomicAdd(&total[row], part);
    atomicMax(longest, row_pointer[row + 1] - row_pointer[row]);
    if (threadIdx.x == blockDim.x - 1) y[row] = total[row];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* total, int* longest,
         int block) {
    cudaMemset(total, 0, rows * sizeof(T));
    cudaMemset(longest, 0, sizeof(int));
    product<<<rows, block>>>(rows, row_pointer, column, value, x, y, total, longest);
}
