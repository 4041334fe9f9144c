// L x = b in one thread, row by row. L is a lower triangle in CSR, with the diagonal last in each row.

template <typename T>
__global__ void solve(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x) {
    for (int row = 0; row < rows; ++row) {
        const int diagonal = row_pointer[row + 1] - 1; // the last entry of its row
        T sum = b[row];
        for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * x[column[k]];
        x[row] = sum / value[diagonal];
    }
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x) {
    solve<<<1, 1>>>(rows, row_pointer, column, value, b, x);
}
