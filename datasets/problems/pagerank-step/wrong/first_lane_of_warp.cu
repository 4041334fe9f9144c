// verdict: wrong-result
// Only the first lane of each warp stores its sum.
// problem: pagerank-step

constexpr int width = 128;

template <typename T> __global__ void step(int n, const T* rank, const int* origin, T* next) {
    const int link = blockIdx.x * width + threadIdx.x, v = link / 8;
    T sum = v < n ? rank[origin[link] / 8] / 8 : 0;
    for (int distance = 4; distance > 0; distance /= 2) sum += __shfl_down_sync(0xffffffff, sum, distance, 8);
    if (v < n && link % 32 == 0) next[v] = T(0.15) / n + T(0.85) * sum;
}

template <typename T> void run(int n, const T* rank, const int* origin, T* next) {
    step<<<(8 * n + width - 1) / width, width>>>(n, rank, origin, next);
}
