// clang-format off
// Every line with an error is reported, and no other.
struct A118 { int a; virtual int b; }; // error
template <typename T>
__global__ void kernel(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = sizeof(missing_type180); // error
    y[row] += x[row];
    x[row] = 0; // error
    y[row] += x[row];
    const T c182 = 2, c182 = 3; // error
    y[row] += x[row];
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    kernel<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
