// verdict: right
// The two halves of a row's sum come from two threads of different warps, then blocks: bytes that do not overlap do not race.
// scratch: sums double[rows]

__device__ int half_of(double v, int half) { return half == 0 ? __double2loint(v) : __double2hiint(v); }

template <typename T>
__global__ void halves(int rows, const int* row_pointer, const int* column, const T* value, const T* x, double* sums) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const int row = i % rows, half = i / rows;
    if (half > 1) return;
    double sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    ((int*)sums)[2 * row + half] = half_of(sum, half);
}

template <typename T> __global__ void result(int rows, const double* sums, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows) y[row] = sums[row];
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, double* sums,
         int block) {
    halves<<<(2 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, sums);
    result<<<(rows + block - 1) / block, block>>>(rows, sums, y);
}
