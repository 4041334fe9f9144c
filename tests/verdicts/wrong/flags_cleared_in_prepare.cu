// verdict: global-race
// Flags are cleared only in prepare: the second run finds them set and does not wait.
// scratch: done int[rows]

template <typename T>
__global__ void k(int rows, const int* order, const int* row_pointer, const int* column, const T* value, const T* b,
                  T* x, volatile int* done) {
    const int row = order[blockIdx.x], g = row_pointer[row + 1] - 1;
    T s = b[row];
    for (int k = row_pointer[row]; k < g; ++k) {
        while (done[column[k]] == 0) {}
        __threadfence();
        s -= value[k] * x[column[k]];
    }
    x[row] = s / value[g];
    __threadfence();
    done[row] = 1;
}
template <typename T> void prepare(int rows, int* done) { cudaMemset(done, 0, rows * sizeof(int)); }
template <typename T>
void run(int rows, const int* order, const int* row_pointer, const int* column, const T* value, const T* b, T* x,
         int* done) {
    k<<<rows, 1>>>(rows, order, row_pointer, column, value, b, x, done);
}
