// verdict: right
// Flags hold the number of the run, so they need clearing only before the first run.
// scratch: done int[rows]
// scratch: run_number int[1]

template <typename T>
__global__ void k(int rows, const int* order, const int* row_pointer, const int* column, const T* value, const T* b,
                  T* x, volatile int* done, const int* run_number) {
    const int row = order[blockIdx.x], g = row_pointer[row + 1] - 1;
    const int now = *run_number;
    T s = b[row];
    for (int k = row_pointer[row]; k < g; ++k) {
        while (done[column[k]] != now) {}
        __threadfence();
        s -= value[k] * x[column[k]];
    }
    x[row] = s / value[g];
    __threadfence();
    done[row] = now;
}
__global__ void next_run(int* run_number) { ++*run_number; }

template <typename T> void prepare(int rows, int* done, int* run_number) {
    cudaMemset(done, 0, rows * sizeof(int));
    cudaMemset(run_number, 0, sizeof(int));
}
template <typename T>
void run(int rows, const int* order, const int* row_pointer, const int* column, const T* value, const T* b, T* x,
         int* done, int* run_number) {
    next_run<<<1, 1>>>(run_number);
    k<<<rows, 1>>>(rows, order, row_pointer, column, value, b, x, done, run_number);
}
