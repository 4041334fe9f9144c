// verdict: right
// in: seed unsigned[n]
// out: state unsigned[n]
// n: 1 .. 3
// steps: 1 .. 150000

void expected(int n, int steps, const unsigned* seed, unsigned* state) {
    for (int i = 0; i < n; ++i) {
        state[i] = seed[i];
        for (int t = 0; t < steps; ++t) state[i] = state[i] * 1664525u + 1013904223u;
    }
}

// The number of iterations depends on a number, and not on the size of an array.
__global__ void kernel(int n, int steps, const unsigned* seed, unsigned* state) {
    const int i = threadIdx.x;
    if (i >= n) return;
    unsigned s = seed[i];
    for (int t = 0; t != steps; ++t) s = s * 1664525u + 1013904223u;
    state[i] = s;
}

void run(int n, int steps, const unsigned* seed, unsigned* state) { kernel<<<1, 32>>>(n, steps, seed, state); }
