// out: y int[n]
// n: 1 .. 64
// The factors of __mul24 and __umul24 are the lower 24 bits.
__global__ void k(int* y, int n) {
    int i = threadIdx.x;
    if (i < n)
        y[i] =
            __mul24(-3, i) + (int)__umul24(0x1000002u, 2u) + (int)umax(3u, (unsigned)i) + (int)umin(70u, (unsigned)i);
}
void expected(int* y, int n) {
    for (int i = 0; i < n; ++i) y[i] = -3 * i + 4 + (i > 3 ? i : 3) + i;
}
void run(int* y, int n) { k<<<1, 64>>>(y, n); }
