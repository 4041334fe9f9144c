// verdict: right
// One block per row, at most 65,535 blocks; they loop over the remaining rows.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    __shared__ T part[128];
    const int t = threadIdx.x;
    for (int row = blockIdx.x; row < rows; row += gridDim.x) {
        part[t] = 0;
        for (int k = row_pointer[row] + t; k < row_pointer[row + 1]; k += 128) part[t] += value[k] * x[column[k]];
        __syncthreads();
        for (int distance = 64; distance > 0; distance /= 2) {
            if (t < distance) part[t] += part[t + distance];
            __syncthreads();
        }
        if (t == 0) y[row] = part[0];
        __syncthreads();
    }
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    product<<<min(rows, 65535), 128>>>(rows, row_pointer, column, value, x, y);
}
