// finding: unwritten-shared line 21
// matrix: empty-rows:n=40,every=3
// One block per row: threads that have an entry store their product, then the first thread adds all elements. The
// elements of threads without an entry were never written. The kernel seems to work if every row has at least as many
// entries as the block has threads. It also seems to work if shared memory still holds zeros, as it often does on an
// idle GPU. After another kernel has run, it holds that kernel's data.

template <typename T>
__global__ void block_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T products[1024];
    const int row = blockIdx.x, t = threadIdx.x;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    if (begin + t < end) {
        T sum = 0;
        for (int k = begin + t; k < end; k += blockDim.x) sum += value[k] * x[column[k]];
        products[t] = sum;
    }
    __syncthreads();
    if (t == 0) {
        T total = 0;
        for (int i = 0; i < blockDim.x; ++i) total += products[i];
        y[row] = total;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    block_a_row<<<rows, block>>>(rows, row_pointer, column, value, x, y);
}
