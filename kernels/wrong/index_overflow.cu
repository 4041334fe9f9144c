// finding: integer-overflow line 14
// matrix: laplace2d:n=200
// Each thread processes an equal number of entries. thread * nonzeros does not fit into 32 bits: with 40000 threads and
// 199200 entries, it exceeds 2147483647 at thread 10781, and the first entry of that thread becomes negative. The
// kernel seems to work on small matrices, where the product is small, too. The quotient would fit, but the intermediate
// product does not. To fix this, make one factor a long long.
// format: coo

template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

__device__ int share_begin(int thread, int nonzeros, int threads) { return thread * nonzeros / threads; }

template <typename T>
__global__ void equal_shares(int threads, int nonzeros, const int* row, const int* column, const T* value, const T* x,
                             T* y) {
    const int thread = blockIdx.x * blockDim.x + threadIdx.x;
    if (thread >= threads) return;
    const int begin = share_begin(thread, nonzeros, threads), end = share_begin(thread + 1, nonzeros, threads);
    for (int k = begin; k < end; ++k) atomicAdd(&y[row[k]], value[k] * x[column[k]]);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    set_to_zero<<<grid, block>>>(rows, y);
    equal_shares<<<grid, block>>>(rows, nonzeros, row, column, value, x, y);
}
