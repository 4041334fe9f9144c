// Report "A^T A on a Tesla C2075", section 3: C = A^T A in tiles, with all five of its improvements.
// A is m x n and C is n x n, both row-major. A block of 16 x 16 threads computes 48 x 48 elements of C, and a thread 3
// x 3: six reads of shared memory then suffice for nine multiplications; a single element needs two for one.
//   prefetch   the next 16 rows of A are loaded into ra and ra_T while the current ones are being multiplied
//   padding    a row of sA_T has 17 elements instead of 16, so that lanes one row apart access different banks, and a
//              row of sA has 49, because the report says that the arrays (plural) are padded
//   unroll     loops of fixed length are unrolled, so that their indices become constants
//   symmetric  blocks below the diagonal exit at once; the others also write the mirrored tile
// The report describes this kernel in words and by a flow chart, and the code follows its order: the first slice
// directly into shared memory; then in each iteration the next slice into registers, the products, and the registers
// into shared memory; the last products after the loop. The report does not state the padding. One element is enough
// for sA_T; the lanes of sA access adjacent elements and have no bank conflicts with or without padding.

#define SIDE 16 // threads along a block, and rows of A in a slice
#define TILE 48 // number of elements of C along a block side
#define PAD 1   // padding after each row of the shared arrays

// Multiplies one slice: 16 rows of A, nine elements of C per thread.
template <typename T> __device__ void multiply(const T* sA_T, const T* sA, T* rC) {
    const int x = threadIdx.x, y = threadIdx.y;
    T rA[3], rA_T[3];
#pragma unroll
    for (int k = 0; k < SIDE; ++k) {
#pragma unroll
        for (int e = 0; e < 3; ++e) {
            rA_T[e] = sA_T[(y + e * SIDE) * (SIDE + PAD) + k];
            rA[e] = sA[k * (TILE + PAD) + x + e * SIDE];
        }
#pragma unroll
        for (int r = 0; r < 3; ++r) {
#pragma unroll
            for (int q = 0; q < 3; ++q) rC[3 * r + q] += rA_T[r] * rA[q];
        }
    }
}

template <typename T> __global__ void gpu_mul(int m, int n, const T* A, T* C) {
    __shared__ T sA_T[TILE * (SIDE + PAD)]; // layout: [column of A][row of the slice]
    __shared__ T sA[SIDE * (TILE + PAD)];   // layout: [row of the slice][column of A]
    if (blockIdx.y > blockIdx.x) return;    // the whole block: no thread waits for it
    const int x = threadIdx.x, y = threadIdx.y;
    const int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;

    T rC[9], ra[3], ra_T[3];
#pragma unroll
    for (int r = 0; r < 9; ++r) rC[r] = 0;

#pragma unroll
    for (int e = 0; e < 3; ++e) { // the first slice goes directly to shared memory; elements outside A are 0
        const int i = first_row + x + e * SIDE, j = first_column + x + e * SIDE;
        sA_T[(x + e * SIDE) * (SIDE + PAD) + y] = y < m && i < n ? A[(long long)y * n + i] : 0;
        sA[y * (TILE + PAD) + x + e * SIDE] = y < m && j < n ? A[(long long)y * n + j] : 0;
    }
    __syncthreads();
    for (int k0 = SIDE; k0 < m; k0 += SIDE) {
        const int k = k0 + y; // prefetch the next slice into registers during the multiplication
        const long long start = (long long)k * n;
#pragma unroll
        for (int e = 0; e < 3; ++e) {
            const int i = first_row + x + e * SIDE, j = first_column + x + e * SIDE;
            ra_T[e] = k < m && i < n ? A[start + i] : 0;
            ra[e] = k < m && j < n ? A[start + j] : 0;
        }
        multiply(sA_T, sA, rC);
        __syncthreads();
#pragma unroll
        for (int e = 0; e < 3; ++e) {
            sA_T[(x + e * SIDE) * (SIDE + PAD) + y] = ra_T[e];
            sA[y * (TILE + PAD) + x + e * SIDE] = ra[e];
        }
        __syncthreads();
    }
    multiply(sA_T, sA, rC); // multiply the last slice, without a prefetch

#pragma unroll
    for (int r = 0; r < 3; ++r) {
        const int i = first_row + y + r * SIDE;
#pragma unroll
        for (int q = 0; q < 3; ++q) {
            const int j = first_column + x + q * SIDE;
            if (i >= n || j >= n || i > j) continue; // another thread writes it as the mirror image
            C[(long long)i * n + j] = rC[3 * r + q];
            if (i < j) C[(long long)j * n + i] = rC[3 * r + q];
        }
    }
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + TILE - 1) / TILE;
    const dim3 grid(across, across), threads(SIDE, SIDE);
    gpu_mul<<<grid, threads>>>(m, n, A, C);
}
