// verdict: wrong-result
// says: `b[0]` should be
// in: x int[n]
// out: a int[n]
// out: b int[n]
// n: 1 .. 500

void expected(int n, const int* x, int* a, int* b) {
    for (int i = 0; i < n; ++i) {
        a[i] = x[i] + 1;
        b[i] = x[i] - 1;
    }
}

__global__ void kernel(int n, const int* x, int* a) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = x[i] + 1;
}

void run(int n, const int* x, int* a, int* b, int block) { kernel<<<(n + block - 1) / block, block>>>(n, x, a); }
