// verdict: right
// Only lane 0 reads the row bounds; the others get them by a shuffle.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    T sum = 0;
    int begin, end;
    if (lane == 0) {
        begin = row_pointer[row];
        end = row_pointer[row + 1];
    }
    begin = __shfl_sync(0xffffffff, begin, 0);
    end = __shfl_sync(0xffffffff, end, 0);
    for (int k = begin + lane; k < end; k += 32) sum += value[k] * x[column[k]];
    for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
    if (lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    product<<<(32 * rows + block - 1) / block, block>>>(rows, row_pointer, column, value, x, y);
}
// warned: 6 23
