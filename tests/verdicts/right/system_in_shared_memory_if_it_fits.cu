// verdict: right
// Long systems use a scratch array instead of shared memory.

// scratch: c_of_all T[n]

template <typename T>
__global__ void k(int m, const T* a, const T* b, const T* c, const T* d, T* x, T* c_of_all, int is_shared) {
    extern __shared__ unsigned char memory[];
    if (threadIdx.x != 0) return;
    const long long first = (long long)blockIdx.x * m;
    T* const changed = is_shared ? (T*)memory : c_of_all + first;
    T previous_c = 0, previous_d = 0;
    for (int i = 0; i < m; ++i) {
        const T pivot = b[first + i] - a[first + i] * previous_c;
        previous_c = c[first + i] / pivot;
        previous_d = (d[first + i] - a[first + i] * previous_d) / pivot;
        changed[i] = previous_c;
        x[first + i] = previous_d;
    }
    for (int i = m - 2; i >= 0; --i) x[first + i] -= changed[i] * x[first + i + 1];
}
template <typename T> void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, T* c_of_all) {
    const int m = n / systems, is_shared = m <= 4096;
    k<<<systems, 32, is_shared ? m * sizeof(T) : 0>>>(m, a, b, c, d, x, c_of_all, is_shared);
}
