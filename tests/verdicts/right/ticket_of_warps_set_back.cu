// verdict: right
// Each warp takes a ticket; the warp with the last ticket resets the counter, without a fence.

// scratch: ticket unsigned[1]
template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        unsigned* ticket) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) sum += value[k] * x[column[k]];
    if (row < rows) y[row] = sum;
    __syncwarp();
    if (threadIdx.x % 32 == 0) {
        const unsigned warps = gridDim.x * (blockDim.x / 32);
        if (atomicAdd(ticket, 1u) == warps - 1) *ticket = 0;
    }
}
template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, unsigned* ticket,
         int block) {
    cudaMemset(ticket, 0, sizeof(unsigned));
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y, ticket);
}
