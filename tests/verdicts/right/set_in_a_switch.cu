// verdict: right
// Each case sets the variable.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    int step;
    switch (row % 3) {
    case 0: step = 1; break;
    case 1: // as the next one
    case 2: step = 2; break;
    default: step = 1;
    }
    T sum = 0;
    for (int first = 0; first < step; ++first)
        for (int k = row_pointer[row] + first; k < row_pointer[row + 1]; k += step) sum += value[k] * x[column[k]];
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
