// One thread finds where each row begins, in prepare; run is a product in CSR.
// format: coo
// scratch: first int[rows + 1]

__global__ void find_rows(int rows, int nonzeros, const int* row, int* first) {
    int k = 0;
    for (int r = 0; r <= rows; ++r) {
        while (k < nonzeros && row[k] < r) ++k;
        first[r] = k;
    }
}
void prepare(int rows, int nonzeros, const int* row, int* first) { find_rows<<<1, 1>>>(rows, nonzeros, row, first); }

template <typename T>
__global__ void add_rows(int rows, const int* first, const int* column, const T* value, const T* x, T* y) {
    const int r = blockIdx.x * blockDim.x + threadIdx.x;
    if (r >= rows) return;
    T sum = 0;
    for (int k = first[r]; k < first[r + 1]; ++k) sum += value[k] * x[column[k]];
    y[r] = sum;
}
template <typename T>
void run(int rows, const int* first, const int* column, const T* value, const T* x, T* y, int block) {
    add_rows<<<(rows + block - 1) / block, block>>>(rows, first, column, value, x, y);
}
