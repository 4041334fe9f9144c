// One thread sorts the rows by their lengths, in prepare.
// format: csr
// scratch: order int[rows]

__global__ void sort(int rows, const int* row_pointer, int* order) {
    for (int i = 0; i < rows; ++i) {
        const int length = row_pointer[i + 1] - row_pointer[i];
        int j = i;
        for (; j > 0; --j) {
            const int before = order[j - 1];
            if (row_pointer[before + 1] - row_pointer[before] >= length) break;
            order[j] = before;
        }
        order[j] = i;
    }
}
void prepare(int rows, const int* row_pointer, int* order) { sort<<<1, 1>>>(rows, row_pointer, order); }

template <typename T>
__global__ void sorted_rows(int rows, const int* order, const int* row_pointer, const int* column, const T* value,
                            const T* x, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= rows) return;
    const int row = order[i], end = row_pointer[row + 1];
    T sum = 0;
    for (int k = row_pointer[row]; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}
template <typename T>
void run(int rows, const int* order, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    sorted_rows<<<(rows + block - 1) / block, block>>>(rows, order, row_pointer, column, value, x, y);
}
