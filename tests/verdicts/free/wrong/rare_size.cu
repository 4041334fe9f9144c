// verdict: wrong-result
// says: On the test input n=17
// in: x int[n]
// out: y int[n]
// n: 1 .. 5000

void expected(int n, const int* x, int* y) {
    for (int i = 0; i < n; ++i) y[i] = x[i];
}

// Fails only where the size exceeds a constant of the source.
__global__ void kernel(int n, const int* x, int* y) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && i < 1723) y[i] = x[i];
}

void run(int n, const int* x, int* y, int block) { kernel<<<(n + block - 1) / block, block>>>(n, x, y); }
