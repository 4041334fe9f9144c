// verdict: global-race
// y is set to 0 by the launch that adds to it.
// format: csc
template <typename T>
__global__ void columns(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x,
                        T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
    __syncthreads();
    if (i >= cols) return;
    for (int k = column_pointer[i]; k < column_pointer[i + 1]; ++k) atomicAdd(&y[row[k]], value[k] * x[i]);
}

template <typename T>
void run(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y, int block) {
    columns<<<(max(rows, cols) + block - 1) / block, block>>>(rows, cols, column_pointer, row, value, x, y);
}
