// verdict: unset-value
// One member of the struct is set, but the other is added to.

template <typename T> struct Sums {
    T total;
    int count;
};

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    Sums<T> sums;
    sums.count = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        sums.total += value[k] * x[column[k]];
        ++sums.count;
    }
    y[row] = sums.total;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
