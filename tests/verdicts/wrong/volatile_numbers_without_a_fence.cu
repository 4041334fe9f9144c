// verdict: global-race or shared-race
// The flag is set without a fence after the solution, although the solution is volatile.
// scratch: done int[rows]
template <typename T>
__global__ void solve(int rows, const int* rp, const int* ci, const T* v, const T* b, volatile T* x,
                      volatile int* done) {
    const int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
    if (row >= rows) return;
    const int last = rp[row + 1] - 1;
    T s = 0;
    for (int k = rp[row] + lane; k < last; k += 32) {
        while (done[ci[k]] == 0) {}
        __threadfence();
        s += v[k] * x[ci[k]];
    }
    __syncwarp();
    for (int d = 16; d; d /= 2) s += __shfl_down_sync(0xffffffff, s, d);
    if (lane == 0) {
        x[row] = (b[row] - s) / v[last];
        done[row] = 1;
    }
}
template <typename T>
void run(int rows, int levels, int most_rows, const int* first, const int* order, const int* row_pointer,
         const int* column, const T* value, const T* b, T* x, int block, int* done) {
    cudaMemset(done, 0, rows * sizeof(int));
    const int w = block / 32;
    solve<<<(rows + w - 1) / w, block>>>(rows, row_pointer, column, value, b, x, done);
}
