// verdict: unwritten-shared
// Each thread loads one element, so the halo on the right is missing.
// problem: convolution-1d

constexpr int width = 128, most_radius = 16;

template <typename T> __global__ void convolve(int n, int radius, const T* a, const T* weight, T* b) {
    __shared__ T part[width + 2 * most_radius];
    const int first = blockIdx.x * width - radius;
    part[threadIdx.x] = first + (int)threadIdx.x >= 0 && first + (int)threadIdx.x < n ? a[first + threadIdx.x] : 0;
    __syncthreads();
    const int i = blockIdx.x * width + threadIdx.x;
    if (i >= n) return;
    T sum = 0;
    for (int k = 0; k <= 2 * radius; ++k) sum += part[threadIdx.x + 2 * radius - k] * weight[k];
    b[i] = sum;
}

template <typename T> void run(int n, int radius, const T* a, const T* weight, T* b) {
    convolve<<<(n + width - 1) / width, width>>>(n, radius, a, weight, b);
}
