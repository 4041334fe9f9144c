// verdict: right
// A pivot of exactly 0 is reported.

// scratch: cp T[n]
template <typename T>
__global__ void k(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* cp) {
    const int s = blockIdx.x * blockDim.x + threadIdx.x;
    if (s >= systems) return;
    const int m = n / systems, first = s * m;
    T previous_c = 0, previous_d = 0;
    for (int i = first; i < first + m; ++i) {
        T p = b[i] - a[i] * previous_c;
        if (p == 0) atomicMin(zero_pivot, i);
        previous_c = c[i] / p;
        previous_d = (d[i] - a[i] * previous_d) / p;
        cp[i] = previous_c;
        x[i] = previous_d;
    }
    for (int i = first + m - 2; i >= first; --i) x[i] -= cp[i] * x[i + 1];
}
template <typename T>
void run(int n, int systems, const T* a, const T* b, const T* c, const T* d, T* x, int* zero_pivot, T* cp, int block) {
    k<<<(systems + block - 1) / block, block>>>(n, systems, a, b, c, d, x, zero_pivot, cp);
}
