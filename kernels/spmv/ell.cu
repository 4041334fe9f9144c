// kernels/spmv/ell.h in CUDA C.

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

template <typename T>
__global__ void ell(int rows, long long leading_dimension, const int* length, const int* column, const T* value,
                    const T* x, T* y) {
    const long long row = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    y[row] = strided_sum<4>(value, column, x, row, leading_dimension, length[row]);
}

template <typename T>
void run(int rows, long long leading_dimension, const int* length, const int* column, const T* value, const T* x, T* y,
         int block) {
    ell<<<(rows + block - 1) / block, block>>>(rows, leading_dimension, length, column, value, x, y);
}
