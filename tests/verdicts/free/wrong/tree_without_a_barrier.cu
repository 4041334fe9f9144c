// verdict: shared-race
// says: Call __syncthreads() between the two accesses
// in: a int[n]
// out: sum int[1]
// n: 1 .. 128

void expected(int n, const int* a, int* sum) {
    sum[0] = 0;
    for (int i = 0; i < n; ++i) sum[0] += a[i];
}

// A thread reads an element that another thread updates. It does not update the same element, so a barrier helps.
__global__ void kernel(int n, const int* a, int* sum) {
    __shared__ int part[128];
    const int t = threadIdx.x;
    part[t] = t < n ? a[t] : 0;
    __syncthreads();
    for (int half = 64; half > 0; half /= 2)
        if (t < half) part[t] += part[t + half];
    if (t == 0) sum[0] = part[0];
}

void run(int n, const int* a, int* sum) { kernel<<<1, 128>>>(n, a, sum); }
