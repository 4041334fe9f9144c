// verdict: right
// Each thread searches the rows of its 64 entries from the first row on, so it may need as many iterations as there are
// rows.

template <typename T>
__global__ void product(int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 64, last = min(first + 64, nonzeros);
    int row = 0;
    for (int k = first; k < last; ++k) {
        while (row_pointer[row + 1] <= k) ++row;
        atomicAdd(&y[row], value[k] * x[column[k]]);
    }
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    cudaMemset(y, 0, (size_t)rows * sizeof(T));
    const int threads = nonzeros / 64 + 1;
    product<<<(threads + block - 1) / block, block>>>(nonzeros, row_pointer, column, value, x, y);
}
