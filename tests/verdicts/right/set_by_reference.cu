// verdict: right
// A function sets two uninitialized variables.

__device__ void ends_of(const int* row_pointer, int row, int& begin, int& end) {
    begin = row_pointer[row];
    end = row_pointer[row + 1];
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int begin, end;
    ends_of(row_pointer, row, begin, end);
    T sum = 0;
    for (int k = begin; k < end; ++k) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
