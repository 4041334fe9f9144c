// clang-format off
// Every line with an error is reported, and no other.
template <typename T>
__global__ void kernel(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    new int[3]; // error
    y[row] += x[row];
    int b231 = row % 2.5; // error
    y[row] += x[row];
    const T c232 = 2, c232 = 3; // error
    y[row] += x[row];
    while (other233 < 3) { y[row] = 1; } // error
    y[row] += x[row];
    x[row] = 0; // error
    y[row] += x[row];
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    kernel<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
