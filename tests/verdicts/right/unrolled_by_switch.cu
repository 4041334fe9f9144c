// verdict: right
// The remainder modulo four is handled by a switch that falls through.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows) return;
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    T sum = 0;
    int k = begin;
    for (; k + 4 <= end; k += 4)
        for (int i = 0; i < 4; ++i) sum += value[k + i] * x[column[k + i]];
    switch (end - k) {
    case 3: sum += value[k + 2] * x[column[k + 2]]; // falls through
    case 2: sum += value[k + 1] * x[column[k + 1]]; // falls through
    case 1: sum += value[k] * x[column[k]];
    }
    y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
