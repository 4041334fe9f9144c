// verdict: refused
// A whole column is kept in shared memory, which has room for 29,056 rows.

template <typename T> __global__ void k(int m, int n, const T* A, T* C) {
    extern __shared__ unsigned char memory[];
    T* col = (T*)memory;
    const int i = blockIdx.x;
    for (int r = threadIdx.x; r < m; r += blockDim.x) col[r] = A[r * n + i];
    __syncthreads();
    for (int j = threadIdx.x; j < n; j += blockDim.x) {
        T sum = 0;
        for (int r = 0; r < m; ++r) sum += col[r] * A[r * n + j];
        C[i * n + j] = sum;
    }
}
template <typename T> void run(int m, int n, const T* A, T* C, int block) {
    k<<<n, block, m * sizeof(T)>>>(m, n, A, C);
}
