// verdict: global-race
// A lock whose holder writes a volatile number without a fence before it gives the lock back.
// scratch: lock int[rows]
template <typename T>
__global__ void locked(int rows, const int* rp, const int* ci, const T* v, const T* x, T* y, int* lock) {
    const int r = blockIdx.x;
    __shared__ T part[1024];
    T s = 0;
    for (int k = rp[r] + blockIdx.y * blockDim.x + threadIdx.x; k < rp[r + 1]; k += blockDim.x * 2)
        s += v[k] * x[ci[k]];
    part[threadIdx.x] = s;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < blockDim.x; ++i) s += part[i];
        while (atomicCAS(&lock[r], 0, 1) != 0) {}
        volatile T* out = y + r;
        *out = *out + s;
        atomicExch(&lock[r], 0);
    }
}
template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block, int* lock) {
    cudaMemset(lock, 0, rows * sizeof(int));
    cudaMemset(y, 0, rows * sizeof(T));
    locked<<<dim3(rows, 2), block>>>(rows, row_pointer, column, value, x, y, lock);
}
