// verdict: right
// A thread takes an entry and finds its row by binary search in the row pointers.

template <typename T> __global__ void zero(int rows, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = 0;
}

template <typename T>
__global__ void product(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x,
                        T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    int low = 0, high = rows;
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (row_pointer[middle] <= k) low = middle;
        else high = middle;
    }
    atomicAdd(y + low, value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    zero<<<(rows + block - 1) / block, block>>>(rows, y);
    product<<<(nonzeros + block - 1) / block, block>>>(rows, nonzeros, row_pointer, column, value, x, y);
}
// warned: 27
