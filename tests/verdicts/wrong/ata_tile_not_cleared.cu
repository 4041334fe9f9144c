// verdict: unwritten-shared or wrong-result
// A tile keeps its old contents beyond the last row and column.
template <typename T> __global__ void ata(int m, int n, const T* A, T* C) {
    const int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    __shared__ T left[16][16], right[16][16];
    T sum = 0;
    for (int first = 0; first < m; first += 16) {
        const int i = first + threadIdx.y, j = blockIdx.y * 16 + threadIdx.x;
        if (i < m && j < n) left[threadIdx.y][threadIdx.x] = A[(long long)i * n + j];
        if (i < m && column < n) right[threadIdx.y][threadIdx.x] = A[(long long)i * n + column];
        __syncthreads();
        for (int k = 0; k < 16; ++k) sum += left[k][threadIdx.y] * right[k][threadIdx.x];
        __syncthreads();
    }
    if (row < n && column < n) C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    ata<<<dim3((n + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(m, n, A, C);
}
