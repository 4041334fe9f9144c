// clang-format off
// Every line with an error is reported, and no other.
template <typename T>
__global__ void kernel(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = (x[row] + 1; // error
    y[row] += x[row];
    return row; // error
    y[row] += x[row];
    int row = 4; // error
    y[row] += x[row];
    goto end113; // error
    y[row] += x[row];
    return row; // error
    y[row] += x[row];
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    kernel<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
