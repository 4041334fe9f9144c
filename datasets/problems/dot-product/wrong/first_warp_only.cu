// verdict: wrong-result
// Only the sum of the first warp reaches the result.
// problem: dot-product

template <typename T> __global__ void dot(int n, const T* x, const T* y, T* result) {
    T sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x) sum += x[i] * y[i];
    for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
    if (threadIdx.x == 0) result[0] = sum;
}

template <typename T> void run(int n, const T* x, const T* y, T* result) { dot<<<1, 128>>>(n, x, y, result); }
