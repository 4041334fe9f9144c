// finding: absent-lane line 19
// matrix: laplace2d:n=20
// One warp per row. The mask of the shuffle contains only the currently active lanes, so no lane waits for an absent
// one. But the sum is read from lane l + 16, which is not active, so the result is undefined. The kernel seems to work
// for rows with at least 32 entries, and whenever the inactive lane's register still holds a zero. __activemask reports
// the active lanes; it does not make lanes converge. Keep all lanes active, and use 0 for those without an entry.

template <typename T>
__global__ void activemask(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return; // all lanes of a warp take the same branch
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    if (lane == 0) y[row] = 0;
    if (begin + lane < end) {
        T sum = 0;
        for (int k = begin + lane; k < end; k += 32) sum += value[k] * x[column[k]];
        const unsigned here = __activemask();
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(here, sum, distance);
        if (lane == 0) y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    activemask<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
