// verdict: right
// Dynamic shared memory holds numbers of T, followed by integers.
template <typename T> __global__ void cached(int rows, const int* rp, const int* ci, const T* v, const T* x, T* y) {
    extern __shared__ double memory[];
    T* part = (T*)memory;
    int* starts = (int*)(part + blockDim.x);
    const int t = threadIdx.x, r0 = blockIdx.x * blockDim.x, count = min((int)blockDim.x, rows - r0);
    for (int i = t; i <= count; i += blockDim.x) starts[i] = rp[r0 + i];
    part[t] = 0;
    __syncthreads();
    if (t < count)
        for (int k = starts[t]; k < starts[t + 1]; ++k) part[t] += v[k] * x[ci[k]];
    __syncthreads();
    const int back = count - 1 - t;
    if (back >= 0) y[r0 + back] = part[back];
}
template <typename T>
void run(int rows, int cols, int nonzeros, const int* row_pointer, const int* column, const T* value, const T* x, T* y,
         int block) {
    cached<<<(rows + block - 1) / block, block, block * sizeof(double) + (block + 1) * sizeof(int)>>>(
        rows, row_pointer, column, value, x, y);
}
