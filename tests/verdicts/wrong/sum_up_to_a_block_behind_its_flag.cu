// verdict: global-race
// The flag announces the prefix sum of the block, which is written after it.

// scratch: own T[(rows + block - 1) / block]
// scratch: all T[(rows + block - 1) / block]
// scratch: flag int[(rows + block - 1) / block]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* own,
                        T* all, volatile int* flag) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) {
        T sum = 0;
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
        y[row] = sum;
    }
    if (threadIdx.x != 0) return;
    own[blockIdx.x] = 1;
    __threadfence();
    flag[blockIdx.x] = 1;
    T before = 0;
    for (int b = blockIdx.x - 1; b >= 0; --b) {
        int seen;
        do seen = flag[b];
        while (seen == 0);
        __threadfence();
        before += seen == 2 ? all[b] : own[b];
        if (seen == 2) break;
    }
    __threadfence();
    flag[blockIdx.x] = 2;
    all[blockIdx.x] = before + 1;
    if (before != T(blockIdx.x)) y[row] = 0;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* own, T* all,
         int* flag, int block) {
    cudaMemset(flag, 0, (rows + block - 1) / block * sizeof(int));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, own, all, flag);
}
