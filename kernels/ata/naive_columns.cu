// title: Naive, A by columns
// summary: Like naive, but A is column-major, so the reads of neighboring lanes are m elements apart.
// source: AᵀA report, sections 1.2 and 2

// Same as naive, but A is stored column by column, as in the library that the report uses for comparison. Each thread
// reads two columns of A. The 32 lanes of a warp share one of them, but the other one is different in each lane, so its
// load takes one transaction per lane. The next element of a column is adjacent, so the speed depends on the caches.
template <typename T> __global__ void naive_columns(int m, int n, const T* A_by_columns, T* C) {
    const int row = blockIdx.y * blockDim.y + threadIdx.y;
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n || column >= n) return;
    const T* left = A_by_columns + (long long)row * m;
    const T* right = A_by_columns + (long long)column * m;
    T sum = 0;
    for (int k = 0; k < m; ++k) sum += right[k] * left[k];
    C[(long long)row * n + column] = sum;
}

template <typename T> void run(int m, int n, const T* A_by_columns, T* C) {
    constexpr int side = 32; // a block has 32 x 32 threads, as in the report
    const int across = (n + side - 1) / side;
    const dim3 grid(across, across), threads(side, side);
    naive_columns<<<grid, threads>>>(m, n, A_by_columns, C);
}
