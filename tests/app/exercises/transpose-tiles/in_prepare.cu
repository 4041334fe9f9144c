// problem: transpose
// scratch: ready T[rows * cols]
template <typename T> __global__ void transpose(int rows, int cols, const T* a, T* b) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows * cols) b[i % cols * rows + i / cols] = a[i];
}
template <typename T> __global__ void copy(int n, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) to[i] = from[i];
}
template <typename T> void prepare(int rows, int cols, const T* a, T* ready) {
    transpose<<<(rows * cols + 127) / 128, 128>>>(rows, cols, a, ready);
}
template <typename T> void run(int rows, int cols, const T* ready, T* b, int block) {
    copy<<<(rows * cols + block - 1) / block, block>>>(rows * cols, ready, b);
}
