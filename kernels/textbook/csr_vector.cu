// y = A x in CSR, one warp per row: the textbook version of csr-vector, always with 32 lanes. Neighboring lanes read
// neighboring entries of a row, and their sums are added with shuffles.

template <typename T>
__global__ void csr_vector(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    // A warp past the last row has an empty row and adds nothing.
    const int begin = row < rows ? row_pointer[row] : 0;
    const int end = row < rows ? row_pointer[row + 1] : 0;
    T sum = 0;
    for (int k = begin + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_xor_sync(0xffffffff, sum, distance);
    if (lane == 0 && row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    const int grid = (rows + warps - 1) / warps;
    csr_vector<<<grid, block>>>(rows, row_pointer, column, value, x, y);
}
