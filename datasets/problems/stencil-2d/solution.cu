// title: Jacobi step, one thread per element
// problem: stencil-2d

template <typename T> __global__ void jacobi(int rows, int cols, const T* a, T* b) {
    const int col = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
    if (row >= rows || col >= cols) return;
    const long long i = (long long)row * cols + col;
    const bool is_inner = row > 0 && row < rows - 1 && col > 0 && col < cols - 1;
    b[i] = is_inner ? T(0.25) * (a[i - cols] + a[i + cols] + a[i - 1] + a[i + 1]) : a[i];
}

template <typename T> void run(int rows, int cols, const T* a, T* b) {
    jacobi<<<dim3((cols + 31) / 32, (rows + 7) / 8), dim3(32, 8)>>>(rows, cols, a, b);
}
