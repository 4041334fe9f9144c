// verdict: right
// A block loads products into shared memory slice by slice; all threads reach all barriers.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T product_of[128];
    const int row = blockIdx.x * 128 + threadIdx.x;
    const int first_row = blockIdx.x * 128, last_row = min(first_row + 128, rows);
    const int first = row_pointer[first_row], last = row_pointer[last_row];
    T sum = 0;
    for (int slice = first; slice < last; slice += 128) {
        const int k = slice + threadIdx.x;
        if (k < last) product_of[threadIdx.x] = value[k] * x[column[k]];
        __syncthreads();
        if (row < rows) {
            const int end = min(row_pointer[row + 1], slice + 128);
            for (int i = max(row_pointer[row], slice); i < end; ++i) sum += product_of[i - slice];
        }
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<(rows + 127) / 128, 128>>>(rows, row_pointer, column, value, x, y);
}
