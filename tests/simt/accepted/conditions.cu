// y: 1 2 3 4 5 6 7 8 9
// clang-format off
#define WIDE 64
#define IS_WIDE (WIDE >= 32)
#define BOTH(a, b) ((a) && (b))
#if defined(WIDE) && !defined NARROW && IS_WIDE
#define FIRST 1
#elif 1 / 0
#define FIRST 100
#else
#define FIRST 200
#endif
#if 0
#if 1
This isn't read, and "neither is this: 0x, 08, `, 1e999
#else
#error nor is this
#endif
#elif WIDE % 32 == 0 && (WIDE >> 5 ^ 3) == 1
#define SECOND 2
#endif
#ifdef NARROW
#if WIDE
#define THIRD 100
#endif
#elif BOTH(WIDE, -1 < 0u == 0)
#define THIRD 3
#endif
#if WIDE < 10 ? 1 : WIDE < 100 ? 0x40 == WIDE : 0
#define FOURTH 4
#endif
#if __CUDA_ARCH__ >= 700 || !defined(__CUDA_ARCH__)
#define FIFTH 5
#endif
#if UNKNOWN || ~0 != -1 || 'a' != 97 || 0xffffffff < 0 || 1'000 != 1000 || -1 >> 70 > 0 || (1 ? -1 : 0u) < 0
#define SIXTH 100
#else
#define SIXTH 6
#endif
#if 0 && 1 / 0 || 1 || 1 / 0
#define SEVENTH 7
#endif
#if 0
#elif 1
#define EIGHTH 8
#elif 1
#define EIGHTH 100
#else
#define EIGHTH 200
#endif
#define number(n) ((n) + 1)
__device__ int twice(int number) { return 2 * number; } // without parentheses the name is a name
__global__ void k(int rows, const int* in, double* y) {
    if (blockIdx.x > 0 || threadIdx.x > 0) return;
    y[0] = FIRST;
    y[1] = SECOND;
    y[2] = THIRD;
    y[3] = FOURTH;
    y[4] = FIFTH;
    y[5] = SIXTH;
    y[6] = SEVENTH;
    y[7] = EIGHTH;
#if 1
    y[8] = number
        (twice(4));
#else
    y[8] = 100;
#endif
}

void run(int rows, const int* in, double* y, int block) {
    k<<<(rows + block - 1) / block, block>>>(rows, in, y);
}
