// verdict: right
// One thread per entry; a segmented scan over the warp sums the entries of each row.

template <typename T>
__global__ void product(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
                        int nonzeros) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const int all = row_pointer[rows], lane = threadIdx.x % 32;
    int low = 0, high = rows;
    while (low < high) {
        const int middle = (low + high + 1) / 2;
        if (row_pointer[middle] <= min(k, all - 1)) low = middle;
        else high = middle - 1;
    }
    T sum = k < all ? value[k] * x[column[k]] : 0;
    for (int d = 1; d < 32; d *= 2) {
        const T before = __shfl_up_sync(0xffffffff, sum, d);
        const int its_row = __shfl_up_sync(0xffffffff, low, d);
        if (lane >= d && its_row == low) sum += before;
    }
    const int next = __shfl_down_sync(0xffffffff, low, 1);
    if ((lane == 31 || next != low) && all > 0) atomicAdd(&y[low], sum);
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int nonzeros,
         int block) {
    cudaMemset(y, 0, rows * sizeof(T));
    product<<<nonzeros / block + 1, block>>>(rows, row_pointer, column, value, x, y, nonzeros);
}
