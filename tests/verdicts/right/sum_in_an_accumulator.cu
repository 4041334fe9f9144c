// verdict: right
// A struct with methods accumulates the sum.

template <typename T> struct Accumulator {
    T sum;
    __device__ void add(const T& a, const T& b) { sum += a * b; }
    __device__ T result() const { return sum; }
};

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    Accumulator<T> total = {0};
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) total.add(value[k], x[column[k]]);
    y[row] = total.result();
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
