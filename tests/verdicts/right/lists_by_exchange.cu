// verdict: right
// atomicExch links the entries of a row into a list; the next launch walks it.

// format: coo
// scratch: head int[rows]
// scratch: next int[nonzeros + 1]
template <typename T> __global__ void link(int nonzeros, const int* row, int* head, int* next) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) next[k] = atomicExch(&head[row[k]], k);
}
template <typename T>
__global__ void walk(int rows, const int* column, const T* value, const T* x, T* y, const int* head, const int* next) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = head[row]; k >= 0; k = next[k]) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int* head,
         int* next, int block) {
    cudaMemset(head, 255, rows * sizeof(int));
    if (nonzeros > 0) link<T><<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, head, next);
    walk<<<(rows + block - 1) / block, block>>>(rows, column, value, x, y, head, next);
}
