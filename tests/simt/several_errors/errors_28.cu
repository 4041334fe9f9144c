// clang-format off
// Every line with an error is reported, and no other.
union B127 { int a; }; // error
template <typename T>
__global__ void kernel(int rows, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    switch (row) { case row: break; } // error
    y[row] += x[row];
    atomicAdd(y[row], T(1)); // error
    y[row] += x[row];
    if (row == 3) y[row] = &x; // error
    y[row] += x[row];
    switch (row) { case row: break; } // error
    y[row] += x[row];
}

template <typename T> void run(int rows, const T* x, T* y, int block) {
    kernel<<<(rows + block - 1) / block, block>>>(rows, x, y);
}
