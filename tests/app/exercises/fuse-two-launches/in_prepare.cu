// One launch in run, and another one in prepare: it copies the numbers of the matrix.
// format: csr
// scratch: number T[nonzeros]

template <typename T> __global__ void copy(int n, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
template <typename T> void prepare(int nonzeros, const T* value, T* number, int block) {
    copy<<<(nonzeros + block - 1) / block, block>>>(nonzeros, value, number);
}

template <typename T>
__global__ void rows_of(int rows, const int* row_pointer, const int* column, const T* number, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += number[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* number, const T* x, T* y,
         int block) {
    rows_of<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, number, x, y);
}
