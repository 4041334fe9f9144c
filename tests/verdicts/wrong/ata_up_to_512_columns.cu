// verdict: wrong-result
// Shared memory has room for 512 elements of a row of A.

template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    __shared__ T of_row[512];
    const int row = blockIdx.x;
    for (int j = threadIdx.x; j < n; j += blockDim.x) C[(long long)row * n + j] = 0;
    for (int i = 0; i < m; ++i) {
        for (int j = threadIdx.x; j < min(n, 512); j += blockDim.x) of_row[j] = A[(long long)i * n + j];
        __syncthreads();
        for (int j = threadIdx.x; j < min(n, 512); j += blockDim.x)
            C[(long long)row * n + j] += of_row[min(row, 511)] * of_row[j];
        __syncthreads();
    }
}

template <typename T> void run(int m, int n, const T* A, T* C, int block) { ata<<<n, block>>>(m, n, A, C); }
