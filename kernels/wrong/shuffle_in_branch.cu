// finding: absent-mask line 20
// matrix: laplace2d:n=20
// One warp per row. Only lanes that have an entry enter the branch, but the mask of the shuffle inside contains all 32
// lanes. The other lanes never reach the shuffle. The kernel seems to work for rows with at least 32 entries. Before
// compute capability 7.0, the shuffle did not wait for absent lanes; since then, the warp may hang, or work by chance
// because the compiler reconverges the lanes.

template <typename T>
__global__ void shuffle_in_branch(int rows, const int* row_pointer, const int* column, const T* value, const T* x,
                                  T* y) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const int lane = threadIdx.x % 32;
    if (row >= rows) return; // all lanes of a warp take the same branch
    const int begin = row_pointer[row], end = row_pointer[row + 1];
    if (lane == 0) y[row] = 0;
    if (begin + lane < end) {
        T sum = 0;
        for (int k = begin + lane; k < end; k += 32) sum += value[k] * x[column[k]];
        for (int distance = 16; distance > 0; distance /= 2) {
            const T other = __shfl_down_sync(0xffffffff, sum, distance);
            if (lane + distance < end - begin) sum += other;
        }
        if (lane == 0) y[row] = sum;
    }
}

template <typename T>
void run(int rows, const int* row_pointer, const int* column, const T* value, const T* x, T* y, int block) {
    const int warps = block / 32;
    shuffle_in_branch<<<(rows + warps - 1) / warps, block>>>(rows, row_pointer, column, value, x, y);
}
