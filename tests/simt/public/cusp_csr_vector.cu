// Several lanes per row, with functors for the initial value, the product and the sum.
template <typename T> struct zero_function {
    __host__ __device__ T operator()(const T&) const { return T(0); }
};
template <typename T> struct multiply {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a * b; }
};
template <typename T> struct sum_up {
    __host__ __device__ T operator()(const T& a, const T& b) const { return a + b; }
};
template <typename IndexType, typename ValueType, typename Unary, typename Combine, typename Reduce,
          unsigned int VECTORS_PER_BLOCK, unsigned int THREADS_PER_VECTOR>
__launch_bounds__(VECTORS_PER_BLOCK* THREADS_PER_VECTOR, 1) __global__
    void csr_vector(const IndexType num_rows, const IndexType* Ap, const IndexType* Aj, const ValueType* Ax,
                    const ValueType* x, ValueType* y, Unary initialize, Combine combine, Reduce reduce) {
    __shared__ volatile ValueType sdata[VECTORS_PER_BLOCK * THREADS_PER_VECTOR + THREADS_PER_VECTOR / 2];
    __shared__ volatile IndexType ptrs[VECTORS_PER_BLOCK][2];
    const IndexType THREADS_PER_BLOCK = VECTORS_PER_BLOCK * THREADS_PER_VECTOR;
    const IndexType thread_id = THREADS_PER_BLOCK * blockIdx.x + threadIdx.x;
    const IndexType thread_lane = threadIdx.x & (THREADS_PER_VECTOR - 1);
    const IndexType vector_id = thread_id / THREADS_PER_VECTOR;
    const IndexType vector_lane = threadIdx.x / THREADS_PER_VECTOR;
    const IndexType num_vectors = VECTORS_PER_BLOCK * gridDim.x;
    for (IndexType row = vector_id; row < num_rows; row += num_vectors) {
        if (thread_lane < 2) ptrs[vector_lane][thread_lane] = Ap[row + thread_lane];
        const IndexType row_start = ptrs[vector_lane][0], row_end = ptrs[vector_lane][1];
        ValueType sum = thread_lane == 0 ? initialize(y[row]) : ValueType(0);
        if (THREADS_PER_VECTOR == 32 && row_end - row_start > 32) {
            IndexType jj = row_start - (row_start & (THREADS_PER_VECTOR - 1)) + thread_lane;
            if (jj >= row_start && jj < row_end) sum = reduce(sum, combine(Ax[jj], x[Aj[jj]]));
            for (jj += THREADS_PER_VECTOR; jj < row_end; jj += THREADS_PER_VECTOR)
                sum = reduce(sum, combine(Ax[jj], x[Aj[jj]]));
        } else {
            for (IndexType jj = row_start + thread_lane; jj < row_end; jj += THREADS_PER_VECTOR)
                sum = reduce(sum, combine(Ax[jj], x[Aj[jj]]));
        }
        sdata[threadIdx.x] = sum;
        ValueType temp;
        if (THREADS_PER_VECTOR > 16) {
            temp = sdata[threadIdx.x + 16];
            sdata[threadIdx.x] = sum = reduce(sum, temp);
        }
        if (THREADS_PER_VECTOR > 8) {
            temp = sdata[threadIdx.x + 8];
            sdata[threadIdx.x] = sum = reduce(sum, temp);
        }
        if (THREADS_PER_VECTOR > 4) {
            temp = sdata[threadIdx.x + 4];
            sdata[threadIdx.x] = sum = reduce(sum, temp);
        }
        if (THREADS_PER_VECTOR > 2) {
            temp = sdata[threadIdx.x + 2];
            sdata[threadIdx.x] = sum = reduce(sum, temp);
        }
        if (THREADS_PER_VECTOR > 1) {
            temp = sdata[threadIdx.x + 1];
            sdata[threadIdx.x] = sum = reduce(sum, temp);
        }
        if (thread_lane == 0) y[row] = ValueType(sdata[threadIdx.x]);
    }
}
template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    csr_vector<int, T, zero_function<T>, multiply<T>, sum_up<T>, 4, 32><<<(rows + 3) / 4, 128>>>(
        rows, row_pointer, column, value, x, y, zero_function<T>(), multiply<T>(), sum_up<T>());
}
