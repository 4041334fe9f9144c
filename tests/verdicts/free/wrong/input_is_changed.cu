// verdict: refused
// says: Array `x` is an input and cannot be modified.
// in: x int[n]
// out: y int[n]
// n: 1 .. 500

void expected(int n, const int* x, int* y) {
    for (int i = 0; i < n; ++i) y[i] = -x[i];
}

__global__ void kernel(int n, int* x, int* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] = x[i] = -x[i];
}

void run(int n, int* x, int* y, int block) { kernel<<<(n + block - 1) / block, block>>>(n, x, y); }
