// title: Naive, one thread per element
// summary: Each thread multiplies two columns of A and keeps nothing that it has read.
// source: AᵀA report, section 2

// One thread computes one element of C from two columns of A. Neighboring threads read neighboring columns, so the
// reads are coalesced, but every value of A is read n times from global memory.
template <typename T> __global__ void naive(int m, int n, const T* A, T* C) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    T sum = 0;
    for (int k = 0; k < m; ++k) {
        const long long start = (long long)k * n;
        sum += A[start + row] * A[start + column];
    }
    C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    constexpr int side = 32; // a block has 32 x 32 threads, as in the report
    const int across = (n + side - 1) / side;
    const dim3 grid(across, across), threads(side, side);
    naive<<<grid, threads>>>(m, n, A, C);
}
