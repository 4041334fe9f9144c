// verdict: right
// One thread per row; it waits for each of the unknowns that it needs.

// scratch: done int[rows]
template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x,
                  volatile int* done) {
    const int row = blockIdx.x, last = row_pointer[row + 1] - 1;
    T sum = b[row];
    for (int j = row_pointer[row]; j < last; ++j) {
        while (done[column[j]] == 0) {}
        __threadfence();
        sum -= value[j] * x[column[j]];
    }
    x[row] = sum / value[last];
    __threadfence();
    done[row] = 1;
}

template <typename T>
void run(int rows, int levels, const int* first, const int* order, const int* row_pointer, const int* column,
         const T* value, const T* b, T* x, int* done) {
    cudaMemset(done, 0, rows * sizeof(int));
    k<<<rows, 1>>>(rows, row_pointer, column, value, b, x, done);
}
