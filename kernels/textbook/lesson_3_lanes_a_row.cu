template <int LANES, typename T>
__global__ void lanes_a_row(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / LANES) + threadIdx.x / LANES;
    const int lane = threadIdx.x % LANES;
    // A warp now has several rows, and all of its lanes must reach the shuffles. Past the last row, the sum stays 0.
    T sum = 0;
    if (row < rows) {
        const int end = row_pointer[row + 1];
        for (int k = row_pointer[row] + lane; k < end; k += LANES) sum += value[k] * x[column[k]];
    }
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, distance, LANES);
    if (lane == 0 && row < rows) y[row] = sum;
}

template <typename T>
void run(int rows, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    // Use enough lanes that each lane processes about two entries of a row of mean length.
    if (nonzeros <= 8LL * rows) {
        const int rows_of_block = block / 4;
        const int grid = (rows + rows_of_block - 1) / rows_of_block;
        lanes_a_row<4><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    } else {
        const int rows_of_block = block / 32;
        const int grid = (rows + rows_of_block - 1) / rows_of_block;
        lanes_a_row<32><<<grid, block>>>(rows, row_pointer, column, value, x, y);
    }
}
