// verdict: wrong-result
// Only the first run solves.
// scratch: kept T[rows]
// scratch: run_number int[1]
__global__ void next_run(int* run_number) { ++*run_number; }
template <typename T> void prepare(int rows, T* kept, int* run_number) {
    cudaMemset(kept, 0, rows * sizeof(T));
    cudaMemset(run_number, 0, sizeof(int));
}
template <typename T>
__global__ void solve(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x, T* kept,
                      const int* run_number) {
    for (int row = 0; row < rows; ++row) {
        if (*run_number == 1) {
            const int diagonal = row_pointer[row + 1] - 1;
            T sum = b[row];
            for (int k = row_pointer[row]; k < diagonal; ++k) sum -= value[k] * kept[column[k]];
            kept[row] = sum / value[diagonal];
        }
        x[row] = kept[row];
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x, T* kept,
         int* run_number) {
    next_run<<<1, 1>>>(run_number);
    solve<<<1, 1>>>(rows, row_pointer, column, value, b, x, kept, run_number);
}
