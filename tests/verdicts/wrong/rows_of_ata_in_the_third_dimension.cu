// verdict: refused
// A layer of blocks for each row of A: 65,536 rows are too many.

template <typename T> __global__ void k(int m, int n, const T* A, T* C) {
    const int i = blockIdx.y * blockDim.y + threadIdx.y, j = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n || j >= n) return;
    atomicAdd(&C[i * n + j], A[blockIdx.z * n + i] * A[blockIdx.z * n + j]);
}
template <typename T> void run(int m, int n, const T* A, T* C) {
    cudaMemset(C, 0, n * n * sizeof(T));
    k<<<dim3((n + 15) / 16, (n + 15) / 16, m), dim3(16, 16)>>>(m, n, A, C);
}
