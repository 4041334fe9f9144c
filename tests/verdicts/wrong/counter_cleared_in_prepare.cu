// verdict: wrong-result
// A counter is cleared only in prepare: the second run starts at its final value.
// scratch: counter int[1]

__global__ void zero(int* counter) { *counter = 0; }
void prepare(int rows, int* counter) { zero<<<1, 1>>>(counter); }
template <typename T>
__global__ void k(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* counter) {
    while (true) {
        const int row = atomicAdd(counter, 1);
        if (row >= rows) return;
        T s = 0;
        for (int j = row_pointer[row]; j < row_pointer[row + 1]; ++j) s += value[j] * x[column[j]];
        y[row] = s;
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int* counter,
         int block) {
    k<<<3, block>>>(rows, row_pointer, column, value, x, y, counter);
}
