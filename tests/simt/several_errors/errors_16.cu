// clang-format off
// Every line with an error is reported, and no other.
union B115 { int a; }; // error
template <typename T>
__global__ void kernel(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    float4 v150 = 3; // error
    y[row] += x[row];
    const T c151 = 2, c151 = 3; // error
    y[row] += x[row];
    while (other152 < 3) { y[row] = 1; } // error
    y[row] += x[row];
    x[row] = 0; // error
    y[row] += x[row];
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    kernel<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
