// verdict: wrong-result
// The grid is limited to 20,000 threads, each with one row of a level.

template <typename T>
__global__ void k(int begin, int end, const int* row_pointer, const int* column, const T* value, const int* order,
                  const T* b, T* x) {
    const int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= end) return;
    const int row = order[i];
    T sum = b[row];
    int k = row_pointer[row];
    for (; column[k] < row; ++k) sum -= value[k] * x[column[k]];
    x[row] = sum / value[k];
}
template <typename T>
void run(int rows, int most_rows, int nonzeros, const int* row_pointer, const int* column, const T* value,
         const int* first, const int* order, const T* b, T* x, int levels, int block) {
    for (int l = 0; l < levels; ++l) {
        const int grid = most_rows > 20000 ? 20000 / block : (first[l + 1] - first[l] + block - 1) / block;
        k<<<grid, block>>>(first[l], first[l + 1], row_pointer, column, value, order, b, x);
    }
}
