// verdict: right
// No barrier is needed before the next row: each thread clears its own number, and part[0] belongs to thread 0.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[128];
    const int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        part[t] = 0;
        for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += 128) part[t] += value[k] * x[column[k]];
        __syncthreads();
        for (int d = 64; d > 0; d /= 2) {
            if (t < d) part[t] += part[t + d];
            __syncthreads();
        }
        if (t == 0) y[row] = part[0];
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<8, 128>>>(rows, row_pointer, column, value, x, y);
}
