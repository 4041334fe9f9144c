// A block loads the products of its rows into shared memory, and then sums each row.
enum Way { STREAM, VECTOR };
template <typename T, int NNZ_PER_BLOCK>
__global__ void csr_adaptive_stream(int rows_of_block, int rows, const int* ptr, const int* col, const T* val,
                                    const T* x, T* y) {
    using Number = T;
    __shared__ Number cache[NNZ_PER_BLOCK];
    const int row_begin = blockIdx.x * rows_of_block, row_end = min(row_begin + rows_of_block, rows);
    const int nnz = ptr[row_end] - ptr[row_begin];
    const Way way = nnz <= NNZ_PER_BLOCK ? STREAM : VECTOR;
    if (way == STREAM) {
        for (int i = threadIdx.x; i < nnz; i += blockDim.x) {
            const int k = ptr[row_begin] + i;
            cache[i] = val[k] * x[col[k]];
        }
        __syncthreads();
        for (int row = row_begin + threadIdx.x; row < row_end; row += blockDim.x) {
            Number sum = 0;
            for (int k = ptr[row]; k < ptr[row + 1]; ++k) sum += cache[k - ptr[row_begin]];
            y[row] = sum;
        }
    } else {
        for (int row = row_begin; row < row_end; ++row) {
            Number sum = 0;
            for (int k = ptr[row] + threadIdx.x; k < ptr[row + 1]; k += blockDim.x) sum += val[k] * x[col[k]];
            for (int by = 16; by > 0; by >>= 1) sum += __shfl_down_sync(0xffffffffu, sum, by);
            if (threadIdx.x % 32 == 0) cache[threadIdx.x / 32] = sum;
            __syncthreads();
            if (threadIdx.x == 0) {
                sum = 0;
                for (int w = 0; w < blockDim.x / 32; ++w) sum += cache[w];
                y[row] = sum;
            }
            __syncthreads();
        }
    }
}
template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    csr_adaptive_stream<T, 512><<<(rows + 63) / 64, 128>>>(64, rows, row_pointer, column, value, x, y);
}
