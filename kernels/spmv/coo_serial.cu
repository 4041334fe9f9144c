// title: COO, one thread
// summary: One thread processes all entries and adds each product to its element of y.
// source: it168, the serial algorithm
// format: coo

// With a single thread, additions of entries in the same row never collide. All other threads are idle; this is the
// paper's starting point.
template <typename T>
__global__ void coo_serial(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    for (int k = 0; k < nonzeros; ++k) {
        const T x_j = x[column[k]];
        y[row[k]] += value[k] * x_j;
    }
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    coo_serial<<<1, block>>>(nonzeros, row, column, value, x, y);
}
