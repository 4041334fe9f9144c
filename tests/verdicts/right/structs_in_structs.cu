// verdict: right
// A row and its sum, as one struct inside another.

struct Row {
    int begin, end;
};

template <typename T> struct Work {
    Row row;
    T sum;
};

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    Work<T> work;
    work.row.begin = row_pointer[row];
    work.row.end = row_pointer[row + 1];
    work.sum = 0;
    for (int k = work.row.begin; k < work.row.end; ++k) work.sum += value[k] * x[column[k]];
    y[row] = work.sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
