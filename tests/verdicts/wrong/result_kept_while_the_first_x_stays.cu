// verdict: wrong-result
// The product is recomputed only if the first element of x has changed.
// scratch: kept T[rows]
// scratch: seen T[1]
template <typename T> void prepare(int rows, T* kept, T* seen) {
    cudaMemset(kept, 0, rows * sizeof(T));
    cudaMemset(seen, 0xff, sizeof(T));
}
template <typename T>
__global__ void answer(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* kept,
                       const T* seen) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    if (seen[0] == x[0]) {
        y[row] = kept[row];
        return;
    }
    T s = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) s += value[k] * x[column[k]];
    y[row] = s;
    kept[row] = s;
}
template <typename T> __global__ void remember(const T* x, T* seen) { seen[0] = x[0]; }
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* kept, T* seen,
         int block) {
    answer<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, kept, seen);
    remember<<<1, 1>>>(x, seen);
}
