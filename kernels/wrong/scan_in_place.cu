// finding: global-race line 16
// matrix: laplace2d:n=20
// Prefix sums of all products with doubling distances, in place: a thread overwrites its sum while another thread still
// has to read it. The result for a row is the difference of two prefix sums. The kernel seems to work with at most 32
// entries, which a single warp reads before it writes. With more, sums at warp boundaries are occasionally added twice.
// Each step needs a second array to write to.
// scratch: sum T[nonzeros]

template <typename T> __global__ void multiply(int nonzeros, const int* column, const T* value, const T* x, T* sum) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < nonzeros) sum[k] = value[k] * x[column[k]];
}

template <typename T> __global__ void add_in_place(int nonzeros, int distance, T* sum) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k >= distance && k < nonzeros) sum[k] += sum[k - distance];
}

template <typename T> __global__ void differences(int rows, const int* row_pointer, const T* sum, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    y[row] = end > begin ? sum[end - 1] - (begin > 0 ? sum[begin - 1] : 0) : 0;
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y, T* sum,
         int block) {
    const int grid = (nonzeros + block - 1) / block;
    multiply<<<grid, block>>>(nonzeros, column, value, x, sum);
    for (int distance = 1; distance < nonzeros; distance *= 2) add_in_place<<<grid, block>>>(nonzeros, distance, sum);
    differences<<<(rows + block - 1) / block, block>>>(rows, row_pointer, sum, y);
}
