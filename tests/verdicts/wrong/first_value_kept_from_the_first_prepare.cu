// verdict: wrong-result
// The first value is stored by the first call of prepare, and used in all later runs.

__device__ double first;
__device__ int has_first;

template <typename T> __global__ void take(const T* value) {
    if (has_first == 0) first = value[0];
    has_first = 1;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += (k == 0 ? (T)first : value[k]) * x[column[k]];
    y[row] = sum;
}

template <typename T> void prepare(int nonzeros, const T* value) {
    if (nonzeros > 0) take<<<1, 1>>>(value);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
