// Prata, Melfe, Pesqueira, Muranho 2010, sections 2.1 and 5: y = A x in CSR, x in shared memory in short pieces.
// The kernel is that of prata2010_csr_shared_x.cu with pieces of 128 numbers in place of 1024. What it loads and computes
// is the same, but a block meets eight times as often: section 2.1 says that points of synchronisation cost performance.
// Between two meetings all warps wait for the one with most to do, and the shorter a piece is, the more that differs.
#define PIECE 128 // numbers of x

template <typename T>
__global__ void csr_shared_x(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x,
                             T* y) {
    __shared__ T piece[PIECE];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    int k = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    for (int first = 0; first < cols; first += PIECE) {
        for (int i = threadIdx.x; i < PIECE && first + i < cols; i += blockDim.x) piece[i] = x[first + i];
        __syncthreads();
        while (k < end && column[k] < first + PIECE) {
            sum += value[k] * piece[column[k] - first];
            ++k;
        }
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, int cols, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    csr_shared_x<<<grid, block>>>(rows, cols, row_pointer, column, value, x, y);
}
