// verdict: right
// The index of an idle thread is the product of its number and the distance, in 64 bits.

// scratch: A T[n]
// scratch: B T[n]
// scratch: C T[n]
// scratch: D T[n]
template <typename T>
__global__ void copy(int n, const T* a, const T* b, const T* c, const T* d, T* A, T* B, T* C, T* D) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    A[i] = a[i];
    B[i] = b[i];
    C[i] = c[i];
    D[i] = d[i];
}
template <typename T> __global__ void down(int n, int distance, T* A, T* B, T* C, T* D) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = (k + 1ll) * 2 * distance - 1;
    if (i >= n) return;
    const long long above = i - distance, below = i + distance;
    const T p = A[i] / B[above], q = below < n ? C[i] / B[below] : (T)0;
    B[i] -= p * C[above];
    D[i] -= p * D[above];
    A[i] = -p * A[above];
    C[i] = 0;
    if (below >= n) return;
    B[i] -= q * A[below];
    D[i] -= q * D[below];
    C[i] = -q * C[below];
}
template <typename T> __global__ void up(int n, int distance, const T* A, const T* B, const T* C, const T* D, T* x) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = (2ll * k + 1) * distance - 1;
    if (i >= n) return;
    T sum = D[i];
    if (i - distance >= 0) sum -= A[i] * x[i - distance];
    if (i + distance < n) sum -= C[i] * x[i + distance];
    x[i] = sum / B[i];
}
template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* A, T* B, T* C, T* D, int block) {
    copy<<<(n + block - 1) / block, block>>>(n, a, b, c, d, A, B, C, D);
    int distance = 1;
    for (; distance <= n / 2; distance *= 2) down<<<(n / 2 + block - 1) / block, block>>>(n, distance, A, B, C, D);
    for (; distance >= 1; distance /= 2)
        up<<<(n / (2 * distance) + block) / block, block>>>(n, distance, A, B, C, D, x);
}
