// verdict: wrong-result
// Columns that do not fill a whole warp are left out.
// format: csc
template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void columns(int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y) {
    const int column = blockIdx.x * blockDim.x + threadIdx.x;
    if (column >= cols - cols % 32) return;
    const T factor = x[column];
    for (int k = column_pointer[column]; k < column_pointer[column + 1]; ++k) atomicAdd(&y[row[k]], value[k] * factor);
}

template <typename T>
void run(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    columns<<<(cols + block - 1) / block, block>>>(cols, column_pointer, row, value, x, y);
}
