// verdict: wrong-result or out-of-bounds
// The binary search for the row of an entry may end in an empty row before it.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int nonzeros) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= row_pointer[rows]) return;
    int low = 0, high = rows;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (row_pointer[middle] < k) low = middle + 1;
        else high = middle;
    }
    atomicAdd(&y[low], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int nonzeros,
         int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<nonzeros / block + 1, block>>>(rows, row_pointer, column, value, x, y, nonzeros);
}
