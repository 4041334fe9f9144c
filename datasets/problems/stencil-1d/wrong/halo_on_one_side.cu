// verdict: unwritten-shared
// The right half of the halo is never loaded.
// problem: stencil-1d

constexpr int radius = 3, width = 128;

template <typename T> __global__ void stencil(int n, const T* a, T* b) {
    __shared__ T part[width + 2 * radius];
    const int i = blockIdx.x * width + threadIdx.x;
    part[threadIdx.x + radius] = i < n ? a[i] : T(0);
    if (threadIdx.x < radius) part[threadIdx.x] = i >= radius ? a[i - radius] : T(0);
    __syncthreads();
    if (i >= n) return;
    T sum = 0;
    for (int k = 0; k <= 2 * radius; ++k) sum += part[threadIdx.x + k];
    b[i] = sum;
}

template <typename T> void run(int n, const T* a, T* b) { stencil<<<(n + width - 1) / width, width>>>(n, a, b); }
