// title: A Jacobi step, one warp per row
// problem: jacobi-step

constexpr int width = 128;

template <typename T> __global__ void step(int n, const T* a, const T* b, const T* x, T* y) {
    const int row = (blockIdx.x * width + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= n) return;
    const T* line = a + (long long)row * n;
    T sum = 0;
    for (int col = lane; col < n; col += 32)
        if (col != row) sum += line[col] * x[col];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (lane == 0) y[row] = (b[row] - sum) / line[row];
}

template <typename T> void run(int n, const T* a, const T* b, const T* x, T* y) {
    step<<<(n + width / 32 - 1) / (width / 32), width>>>(n, a, b, x, y);
}
