// verdict: right
// A warp adds adjacent entries of the same row; the last lane of each run adds the sum to y.

// format: coo
template <typename T> __global__ void set_to_zero(int rows, T* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < rows) y[i] = 0;
}

template <typename T>
__global__ void add_entries(int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % 32;
    const int r = k < nonzeros ? row[k] : -1;
    T sum = k < nonzeros ? value[k] * x[column[k]] : 0;
    for (int distance = 1; distance < 32; distance *= 2) {
        const T other = __shfl_up_sync(0xffffffff, sum, distance);
        const int other_row = __shfl_up_sync(0xffffffff, r, distance);
        if (lane >= distance && other_row == r) sum += other;
    }
    const int next = __shfl_down_sync(0xffffffff, r, 1);
    if (r >= 0 && (lane == 31 || next != r)) atomicAdd(&y[r], sum);
}

template <typename T>
void run(int rows, int nonzeros, const int* row, const int* column, const T* value, const T* x, T* y, int block) {
    set_to_zero<<<(rows + block - 1) / block, block>>>(rows, y);
    add_entries<<<(nonzeros + block - 1) / block, block>>>(nonzeros, row, column, value, x, y);
}
// warned: 28
