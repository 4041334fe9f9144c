// Report "A^T A on a Tesla C2075", section 3: C = A^T A in tiles, with all five of its improvements.
// A is m x n and C is n x n, both row by row. A block of 16 x 16 threads computes 48 x 48 elements of C, 3 x 3 for each
// thread: six reads of shared memory then serve nine multiplications, where one element alone needs two for one.
//   prefetch   the next 16 rows of A come into ra and ra_T while the last ones are being multiplied
//   padding    a row of sA_T has 17 places instead of 16, so that lanes one row apart meet different banks, and a row of
//              sA has 49 instead of 48: the report pads its arrays, in the plural
//   unroll     loops of fixed length are laid out flat, and their indices become constants
//   symmetric  blocks below the diagonal leave at once; the others write their mirror too
// The report describes this kernel in words and by a flow chart, whose boxes stand here in its order: the first slice straight
// into shared memory, then in each turn the next one into registers, the products, and the registers into shared memory; the
// last products behind the loop. It prints no size of the padding: one place is enough for sA_T, and sA, whose lanes stand side by
// side, has no conflict with or without it.

#define SIDE 16 // threads along a block, and rows of A in a slice
#define TILE 48 // elements of C along a block
#define PAD 1   // places left free behind each row of the shared arrays

// The products of one slice: 16 rows of A, nine elements of C for each thread.
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
    __shared__ T sA_T[TILE * (SIDE + PAD)]; // [column of A][row of the slice]
    __shared__ T sA[SIDE * (TILE + PAD)];   // [row of the slice][column of A]
    if (blockIdx.y > blockIdx.x) return;    // the whole block: no thread waits for it
    const int x = threadIdx.x, y = threadIdx.y;
    const int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;

    T rC[9], ra[3], ra_T[3];
#pragma unroll
    for (int r = 0; r < 9; ++r) rC[r] = 0;

#pragma unroll
    for (int e = 0; e < 3; ++e) { // the first slice straight into shared memory; beyond the edges of A stand zeros
        const int i = first_row + x + e * SIDE, j = first_column + x + e * SIDE;
        sA_T[(x + e * SIDE) * (SIDE + PAD) + y] = y < m && i < n ? A[(long long)y * n + i] : 0;
        sA[y * (TILE + PAD) + x + e * SIDE] = y < m && j < n ? A[(long long)y * n + j] : 0;
    }
    __syncthreads();
    for (int k0 = SIDE; k0 < m; k0 += SIDE) {
        const int k = k0 + y; // the next slice comes into registers while the one before is multiplied
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
    multiply(sA_T, sA, rC); // the last slice, after which there is no next one to bring

#pragma unroll
    for (int r = 0; r < 3; ++r) {
        const int i = first_row + y + r * SIDE;
#pragma unroll
        for (int q = 0; q < 3; ++q) {
            const int j = first_column + x + q * SIDE;
            if (i >= n || j >= n || i > j) continue; // below the diagonal the mirror of another thread is written
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
