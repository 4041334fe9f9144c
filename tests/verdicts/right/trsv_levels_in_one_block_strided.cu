// verdict: right
// All level sets in one block, whose threads take several rows each.

// title: Triangular solve in one block
// format: csr

template <typename T>
__global__ void one_block(int levels, const int* first, const int* order, const int* row_pointer, const int* column,
                          const T* value, const T* b, T* x) {
    for (int l = 0; l < levels; ++l) {
        for (int i = first[l] + threadIdx.x; i < first[l + 1]; i += blockDim.x) {
            const int row = order[i];
            T rest = b[row];
            int k = row_pointer[row];
            const int last = row_pointer[row + 1] - 1;
            while (k < last) {
                rest -= value[k] * x[column[k]];
                ++k;
            }
            x[row] = rest / value[last];
        }
        __syncthreads();
    }
}

template <typename T>
void run(int levels, const int* first, const int* order, const int* row_pointer, const int* column, const T* value,
         const T* b, T* x) {
    one_block<<<1, 1024>>>(levels, first, order, row_pointer, column, value, b, x);
}
