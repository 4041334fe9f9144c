// verdict: endless-loop
// The binary search for the row of an entry stops making progress at two rows.

// format: coo
template <typename T>
__global__ void product(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    int low = 0, high = rows;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (middle <= row[k]) low = middle;
        else high = middle;
    }
    atomicAdd(&y[low], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<(nonzeros + block - 1) / block, block>>>(rows, nonzeros, row, column, value, x, y);
}
