// kernels/spmv/csr_vector.h in CUDA C.

// What kernels/vocabulary/strided_sum.h does: a batch of slots is read before the first of it is used, and values and
// columns, which are used once, do not push x out of the caches.
template <int batch, typename T>
__device__ T strided_sum(const T* value, const int* column, const T* x, long long slot, long long step, int length) {
    T sum = 0;
    for (int k = 0; k < length; k += batch) {
        T v[batch];
        int c[batch];
        for (int i = 0; i < batch; ++i, slot += step) {
            const bool is_there = k + i < length;
            v[i] = is_there ? __ldcs(value + slot) : 0;
            c[i] = is_there ? __ldcs(column + slot) : -1;
        }
        for (int i = 0; i < batch; ++i)
            if (c[i] >= 0) sum += v[i] * x[c[i]];
    }
    return sum;
}

template <int lanes, int batch, typename T>
__global__ void csr_vector(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const long long row = ((long long)blockIdx.x * blockDim.x + threadIdx.x) / lanes;
    const int lane = threadIdx.x % 32 % lanes;
    const int begin = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    const int share = (end - begin - lane + lanes - 1) / lanes;
    T sum = strided_sum<batch>(value, column, x, (long long)begin + lane, (long long)lanes, share);
    for (int distance = lanes / 2; distance > 0; distance /= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, distance, lanes);
    if (lane == 0 && row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    const double mean = rows > 0 ? (double)nonzeros / rows : 0;
    int lanes = 2;
    while (lanes < 32 && mean > 4 * lanes) lanes *= 2;
    if (mean > 96 && mean <= 128) lanes = 16;
    const int grid = ((long long)rows * lanes + block - 1) / block;
    if (lanes == 2) csr_vector<2, 4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else if (lanes == 4) csr_vector<4, 4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else if (lanes == 8) csr_vector<8, 4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else if (lanes == 16) csr_vector<16, 4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    else csr_vector<32, 4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
