// verdict: out-of-bounds or wrong-result
// A block keeps its part of x in shared memory but compares the index with the number of rows.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T near_x[1024];
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    near_x[threadIdx.x] = row < rows ? x[row] : 0;
    __syncthreads();
    if (row >= rows) return;
    T sum = 0;
    for (int k = row_pointer[row]; k < row_pointer[row + 1]; ++k) {
        const int c = column[k] - blockIdx.x * blockDim.x;
        sum += value[k] * (c >= 0 && c < blockDim.x ? near_x[c] : x[column[k]]);
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
