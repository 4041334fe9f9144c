// Prata, Melfe, Pesqueira, Muranho 2010, section 5: y = A x in ELL, one thread per row, x in shared memory. This is
// future work of the paper, which only mentions shared memory; the rest is our design. A block loads x in pieces, and
// each thread processes the entries of its row in the piece, so columns must be in ascending order. Threads of a warp
// no longer read the same slot of their rows, so accesses are not coalesced. Entries of a row are leading_dimension
// elements apart (the number of rows, rounded up to a multiple of 32, unlike in the paper).
// format: ell
#define PIECE 1024 // elements of x per piece; 8 KB in double, half the shared memory of a GTX 295 multiprocessor

template <typename T>
__global__ void ell_shared_x(int rows, int cols, long long leading_dimension, const int* length, const int* column,
                             const T* value, const T* x, T* y) {
    __shared__ T piece[PIECE];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    long long slot = row;
    int k = 0;
    const int end = row < rows ? length[row] : 0;
    for (int first = 0; first < cols; first += PIECE) {
        for (int i = threadIdx.x; i < PIECE && first + i < cols; i += blockDim.x) piece[i] = x[first + i];
        __syncthreads();
        while (k < end && column[slot] < first + PIECE) {
            sum += value[slot] * piece[column[slot] - first];
            ++k;
            slot += leading_dimension;
        }
        __syncthreads();
    }
    if (row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, int cols, long long leading_dimension, const int* length, const int* column, const T* value,
         const T* x, T* y, int block) {
    const int grid = (rows + block - 1) / block;
    ell_shared_x<<<grid, block>>>(rows, cols, leading_dimension, length, column, value, x, y);
}
