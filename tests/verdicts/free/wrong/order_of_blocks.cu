// verdict: wrong-result or unwritten-global or global-race
// says:
// in: x int[n]
// out: y int[n]
// n: 1 .. 5000

void expected(int n, const int* x, int* y) {
    for (int i = 0; i < n; ++i) y[i] = x[i] + (i >= 32 ? y[i - 32] : 0);
}

// Each block reads what the block before it wrote.
__global__ void kernel(int n, const int* x, int* y) {
    const int i = blockIdx.x * 32 + threadIdx.x;
    if (i < n) y[i] = x[i] + (i >= 32 ? y[i - 32] : 0);
}

void run(int n, const int* x, int* y) { kernel<<<(n + 31) / 32, 32>>>(n, x, y); }
