// verdict: endless-loop
// says: did not end
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

// The loop misses its end if the number of steps is odd.
__global__ void kernel(int n, int steps, const unsigned* seed, unsigned* state) {
    const int i = threadIdx.x;
    if (i >= n) return;
    unsigned s = seed[i];
    for (int t = 0; t != steps; t += 2) {
        s = s * 1664525u + 1013904223u;
        s = s * 1664525u + 1013904223u;
    }
    state[i] = s;
}

void run(int n, int steps, const unsigned* seed, unsigned* state) { kernel<<<1, 32>>>(n, steps, seed, state); }
