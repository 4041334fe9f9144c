// verdict: right
// says: Correct for n a multiple of 32, on
// in: a float[n]
// out: b float[n]
// n: multiples of 32, at most 4096

void expected(int n, const float* a, float* b) {
    for (int i = 0; i < n; ++i) b[i] = a[n - 1 - i];
}

// Needs no bounds check: all blocks are full.
__global__ void turn(int n, const float* a, float* b) {
    const int i = blockIdx.x * 32 + threadIdx.x;
    b[i] = a[n - 1 - i];
}

void run(int n, const float* a, float* b) { turn<<<n / 32, 32>>>(n, a, b); }
