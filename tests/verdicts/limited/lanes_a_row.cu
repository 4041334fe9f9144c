// verdict: integer-overflow
// says: 536,870,913 or more rows. See the warning for line 7.
// Eight lanes per row, set by a template argument.

template <int LANES, typename T>
__global__ void lanes_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = (blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    const int lane = threadIdx.x % LANES;
    T sum = 0;
    if (row < rows)
        for (int k = row_pointer[row] + lane; k < row_pointer[row + 1]; k += LANES) sum += value[k] * x[column[k]];
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance, LANES);
    if (row < rows && lane == 0) y[row] = sum;
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int rows_of_block = block / 8;
    lanes_a_row<8><<<(rows + rows_of_block - 1) / rows_of_block, block>>>(rows, row_pointer, column, value, x, y);
}
