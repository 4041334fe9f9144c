// verdict: right
// A function returns sum and count in a struct.

template <typename T> struct Pair {
    T sum;
    int count;
};

template <typename T> __device__ Pair<T> joined(Pair<T> all, T more) {
    all.sum += more;
    all.count++;
    return all;
}

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    Pair<T> all = {0, 0};
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) all = joined(all, value[k] * x[column[k]]);
    y[row] = all.count == 0 ? 0 : all.sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
