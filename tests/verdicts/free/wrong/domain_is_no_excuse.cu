// verdict: wrong-result
// says: On the test input
// in: a float[n]
// out: b float[n]
// n: multiples of 32, at most 4096

void expected(int n, const float* a, float* b) {
    for (int i = 0; i < n; ++i) b[i] = 2 * a[i];
}

// Right for multiples of 64 only.
__global__ void twice(int n, const float* a, float* b) {
    const int i = blockIdx.x * 64 + threadIdx.x;
    b[i] = 2 * a[i];
}

void run(int n, const float* a, float* b) {
    const int blocks = max(1, n / 64), threads = min(n, 64);
    twice<<<blocks, threads>>>(n, a, b);
}
