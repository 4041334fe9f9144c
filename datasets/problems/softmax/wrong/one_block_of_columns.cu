// verdict: wrong-result
// Columns beyond the number of threads are left out of the sum.
// problem: softmax

constexpr int width = 128;

template <typename T> __global__ void softmax(int cols, const T* a, T* b) {
    __shared__ T part[width];
    const long long start = (long long)blockIdx.x * cols;
    T most = a[start];
    for (int col = threadIdx.x; col < cols; col += width) most = max(most, a[start + col]);
    part[threadIdx.x] = most;
    __syncthreads();
    for (int half = width / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] = max(part[threadIdx.x], part[threadIdx.x + half]);
        __syncthreads();
    }
    most = part[0];
    __syncthreads();
    T sum = 0;
    if (threadIdx.x < cols) sum = exp(a[start + threadIdx.x] - most);
    part[threadIdx.x] = sum;
    __syncthreads();
    for (int half = width / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    for (int col = threadIdx.x; col < cols; col += width) b[start + col] = exp(a[start + col] - most) / part[0];
}

template <typename T> void run(int rows, int cols, const T* a, T* b) { softmax<<<rows, width>>>(cols, a, b); }
