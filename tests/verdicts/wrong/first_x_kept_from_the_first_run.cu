// verdict: wrong-result
// The first element of x is stored in the first run, and used in all others.

__device__ double first;
__device__ int has_first;

template <typename T> __global__ void take(const T* x) {
    if (has_first == 0) first = x[0];
    has_first = 1;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k)
        sum += value[k] * (column[k] == 0 ? (T)first : x[column[k]]);
    y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    if (cols > 0) take<<<1, 1>>>(x);
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
