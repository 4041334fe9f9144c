// verdict: absent-lane or absent-mask or divergent-meeting
// Lanes without an element do not take part in the shuffle.
// problem: dot-product

template <typename T> __global__ void clear(T* result) { result[0] = 0; }

template <typename T> __global__ void dot(int n, const T* x, const T* y, T* result) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        T sum = x[i] * y[i];
        for (int distance = 16; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance);
        if (threadIdx.x % 32 == 0) atomicAdd(result, sum);
    }
}

template <typename T> void run(int n, const T* x, const T* y, T* result, int block) {
    clear<<<1, 1>>>(result);
    dot<<<(n + block - 1) / block, block>>>(n, x, y, result);
}
