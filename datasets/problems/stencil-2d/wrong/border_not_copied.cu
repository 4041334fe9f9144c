// verdict: wrong-result
// The border of the result is never written.
// problem: stencil-2d

template <typename T> __global__ void jacobi(int rows, int cols, const T* a, T* b) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row == 0 || col == 0 || row >= rows - 1 || col >= cols - 1) return;
    const int i = row * cols + col;
    b[i] = T(0.25) * (a[i - cols] + a[i + cols] + a[i - 1] + a[i + 1]);
}

template <typename T> void run(int rows, int cols, const T* a, T* b) {
    jacobi<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(rows, cols, a, b);
}
