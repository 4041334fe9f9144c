// verdict: global-race
// A thread reads a sum before it adds to it, while others may be adding.

// format: coo
// scratch: total T[rows]
template <typename T>
__global__ void product(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y,
                        T* total) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= nonzeros) return;
    if (total[row[k]] >= T(0) || k >= 0) atomicAdd(&total[row[k]], value[k] * x[column[k]]);
    atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, T* total,
         int block) {
    cudaMemset(total, 0, rows * sizeof(T));
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<(nonzeros + block - 1) / block, block>>>(rows, nonzeros, row, column, value, x, y, total);
}
