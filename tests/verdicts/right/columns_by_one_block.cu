// verdict: right
// One block multiplies in CSC, with a barrier between columns.
// format: csc
template <typename T>
__global__ void columns(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x,
                        T* y) {
    for (int i = threadIdx.x; i < rows; i += blockDim.x) y[i] = 0;
    __syncthreads();
    for (int column = 0; column < cols; ++column) {
        const T factor = x[column];
        for (int k = column_pointer[column] + threadIdx.x; k < column_pointer[column + 1]; k += blockDim.x)
            y[row[k]] += value[k] * factor;
        __syncthreads();
    }
}

template <typename T>
void run(int rows, int cols, const int* column_pointer, const int* row, const T* value, const T* x, T* y, int block) {
    columns<<<1, block>>>(rows, cols, column_pointer, row, value, x, y);
}
