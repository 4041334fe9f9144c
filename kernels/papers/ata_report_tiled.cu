// Report "A^T A on a Tesla C2075", section 3: C = A^T A in tiles, with all five of its improvements.
// A is m x n and C is n x n, both row by row. A block of 16 x 16 threads computes 48 x 48 elements of C, 3 x 3 for each
// thread: six reads of shared memory then serve nine multiplications, where one element alone needs two for one.
//   prefetch   the next 16 rows of A come into ra and ra_T while the last ones are being multiplied
//   padding    a row of sA_T has 17 places instead of 16, so that lanes one row apart meet different banks
//   unroll     loops of fixed length are laid out flat, and their indices become constants
//   symmetric  blocks below the diagonal leave at once; the others write their mirror too
// The report describes this kernel in words and by a flowchart, whose order is kept; its padding was found by trying.

#define SIDE 16 // threads along a block, and rows of A in a slice
#define TILE 48 // elements of C along a block

// What this thread brings of the slice that begins with row k0; zeros beyond the edges.
template <typename T>
__device__ void fetch(int m, int n, const T* A, int k0, int first_row, int first_column, T* ra_T, T* ra) {
    const int k = k0 + threadIdx.y;
    const long long start = (long long)k * n;
#pragma unroll
    for (int e = 0; e < 3; ++e) {
        const int i = first_row + threadIdx.x + e * SIDE;
        const int j = first_column + threadIdx.x + e * SIDE;
        ra_T[e] = k < m && i < n ? A[start + i] : 0;
        ra[e] = k < m && j < n ? A[start + j] : 0;
    }
}

template <typename T> __global__ void gpu_mul(int m, int n, const T* A, T* C) {
    __shared__ T sA_T[TILE][SIDE + 1];
    __shared__ T sA[SIDE][TILE];
    if (blockIdx.y > blockIdx.x) return; // the whole block: nobody waits for it
    const int x = threadIdx.x, y = threadIdx.y;
    const int first_row = blockIdx.y * TILE, first_column = blockIdx.x * TILE;

    T rC[3][3], rA[3], rA_T[3], ra[3], ra_T[3];
#pragma unroll
    for (int r = 0; r < 3; ++r) {
#pragma unroll
        for (int q = 0; q < 3; ++q) rC[r][q] = 0;
    }

    fetch(m, n, A, 0, first_row, first_column, ra_T, ra);
    for (int k0 = 0; k0 < m; k0 += SIDE) {
#pragma unroll
        for (int e = 0; e < 3; ++e) {
            sA_T[x + e * SIDE][y] = ra_T[e];
            sA[y][x + e * SIDE] = ra[e];
        }
        __syncthreads();
        fetch(m, n, A, k0 + SIDE, first_row, first_column, ra_T, ra);
#pragma unroll
        for (int k = 0; k < SIDE; ++k) {
#pragma unroll
            for (int e = 0; e < 3; ++e) {
                rA_T[e] = sA_T[y + e * SIDE][k];
                rA[e] = sA[k][x + e * SIDE];
            }
#pragma unroll
            for (int r = 0; r < 3; ++r) {
#pragma unroll
                for (int q = 0; q < 3; ++q) rC[r][q] += rA_T[r] * rA[q];
            }
        }
        __syncthreads();
    }

#pragma unroll
    for (int r = 0; r < 3; ++r) {
        const int i = first_row + y + r * SIDE;
#pragma unroll
        for (int q = 0; q < 3; ++q) {
            const int j = first_column + x + q * SIDE;
            if (i >= n || j >= n || i > j) continue; // below the diagonal the mirror of another thread is written
            C[(long long)i * n + j] = rC[r][q];
            if (i < j) C[(long long)j * n + i] = rC[r][q];
        }
    }
}

template <typename T> void run(int m, int n, const T* A, T* C) {
    const int across = (n + TILE - 1) / TILE;
    const dim3 grid(across, across), threads(SIDE, SIDE);
    gpu_mul<<<grid, threads>>>(m, n, A, C);
}
