// verdict: right
// A thread takes seven entries and adds to y whenever the row changes.

template <typename T>
__global__ void product(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int first = 7 * (blockIdx.x * blockDim.x + threadIdx.x), end = min(first + 7, nonzeros);
    T sum = 0;
    for (int k = first; k < end; ++k) {
        sum += value[k] * x[column[k]];
        if (k + 1 < end && row[k + 1] == row[k]) continue;
        atomicAdd(&y[row[k]], sum);
        sum = 0;
    }
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<(nonzeros + 7 * block - 1) / (7 * block), block>>>(nonzeros, row, column, value, x, y);
}
// warned: 19
