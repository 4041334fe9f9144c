// clang-format off
// Every line with an error is reported, and no other.
template <typename T>
__global__ void kernel(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    __shared__ T s220[]; // error
    y[row] += x[row];
    y[row] = 0x; // error
    y[row] += x[row];
    goto end222; // error
    y[row] += x[row];
    __shared__ T s223[]; // error
    y[row] += x[row];
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    kernel<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
