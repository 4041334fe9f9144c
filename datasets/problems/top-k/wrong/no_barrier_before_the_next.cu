// verdict: shared-race
// The next search overwrites the index that other warps still read.
// problem: top-k

constexpr int width = 128;

/// Returns whether element i comes before element j in descending order. The index -1 stands for no element.
template <typename T> __device__ bool is_before(const T* a, int i, int j) {
    if (i < 0 || j < 0) return j < 0 && i >= 0;
    return a[i] > a[j] || (a[i] == a[j] && i < j);
}

template <typename T> __global__ void select(int n, int k, const T* a, T* largest) {
    __shared__ int best[width];
    int last = -1;
    for (int rank = 0; rank < k; ++rank) {
        int mine = -1;
        for (int i = threadIdx.x; i < n; i += width)
            if ((last < 0 || is_before(a, last, i)) && is_before(a, i, mine)) mine = i;
        best[threadIdx.x] = mine;
        __syncthreads();
        for (int half = width / 2; half > 0; half /= 2) {
            if (threadIdx.x < half && is_before(a, best[threadIdx.x + half], best[threadIdx.x]))
                best[threadIdx.x] = best[threadIdx.x + half];
            __syncthreads();
        }
        last = best[0];
        if (threadIdx.x == 0) largest[rank] = a[last];
    }
}

template <typename T> void run(int n, int k, const T* a, T* largest) { select<<<1, width>>>(n, k, a, largest); }
