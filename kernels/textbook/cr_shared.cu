// Cyclic reduction of one tridiagonal system, with the middle part in shared memory: the textbook version of cr-shared.
// In global memory, each launch eliminates every second row until 1024 rows are left. One block solves these rows in
// shared memory, and the launches of the back substitution compute the other rows. In shared memory, the remaining rows
// are 2, 4, 8, ... words apart, so there are more and more bank conflicts.
// scratch: work_a T[n]
// scratch: work_b T[n]
// scratch: work_c T[n]
// scratch: work_d T[n]

#define SHARED_ROWS 1024

// Indices into the register array that holds a row's values.
#define A_ 0
#define B_ 1
#define C_ 2
#define D_ 3

template <typename T> __device__ void load_row(const T* a, const T* b, const T* c, const T* d, long long i, T* row) {
    row[A_] = a[i];
    row[B_] = b[i];
    row[C_] = c[i];
    row[D_] = d[i];
}

// Loads a row of the system or, past the end, the row x = 0, which has no effect.
template <typename T>
__device__ void load_row_or_none(const T* a, const T* b, const T* c, const T* d, long long i, int n, T* row) {
    if (i < n) {
        load_row(a, b, c, d, i, row);
    } else {
        row[A_] = row[C_] = row[D_] = 0;
        row[B_] = 1;
    }
}

// Eliminates both neighbors of `row` and stores the result, which refers to rows at twice the distance.
template <typename T>
__device__ void store_reduced(T* a, T* b, T* c, T* d, long long i, const T* before, const T* row, const T* after) {
    const T k1 = row[A_] / before[B_];
    const T k2 = row[C_] / after[B_];
    a[i] = -k1 * before[A_];
    b[i] = row[B_] - k1 * before[C_] - k2 * after[A_];
    c[i] = -k2 * after[C_];
    d[i] = row[D_] - k1 * before[D_] - k2 * after[D_];
}

// Forward step in global memory. `half` is the distance between rows before the step.
template <typename T>
__global__ void forward(int n, int half, const T* from_a, const T* from_b, const T* from_c, const T* from_d, T* to_a,
                        T* to_b, T* to_c, T* to_d) {
    const long long k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = (k + 1) * 2 * half - 1;
    if (i >= n) return;
    T before[4], row[4], after[4];
    load_row(from_a, from_b, from_c, from_d, i - half, before);
    load_row(from_a, from_b, from_c, from_d, i, row);
    load_row_or_none(from_a, from_b, from_c, from_d, i + half, n, after);
    store_reduced(to_a, to_b, to_c, to_d, i, before, row, after);
}

// Solves the remaining `count` rows with one block. Row k is at index (k + 1) * distance - 1.
template <typename T>
__global__ void middle(int count, long long distance, const T* from_a, const T* from_b, const T* from_c,
                       const T* from_d, T* x) {
    __shared__ T a[SHARED_ROWS], b[SHARED_ROWS], c[SHARED_ROWS], d[SHARED_ROWS], solution[SHARED_ROWS];
    T before[4], row[4], after[4];
    const int t = threadIdx.x;
    for (int k = t; k < count; k += blockDim.x) {
        load_row(from_a, from_b, from_c, from_d, (k + 1) * distance - 1, row);
        a[k] = row[A_];
        b[k] = row[B_];
        c[k] = row[C_];
        d[k] = row[D_];
    }
    __syncthreads();

    int step = 1;
    for (; count / step > 2; step *= 2) {
        const int i = (t + 1) * 2 * step - 1;
        if (i < count) {
            load_row(a, b, c, d, i - step, before);
            load_row(a, b, c, d, i, row);
            load_row_or_none(a, b, c, d, i + step, count, after);
            store_reduced(a, b, c, d, i, before, row, after);
        }
        __syncthreads();
    }

    if (t == 0) { // one or two rows remain
        const int i = step - 1;
        load_row(a, b, c, d, i, row);
        if (count / step == 1) {
            solution[i] = row[D_] / row[B_];
        } else {
            load_row(a, b, c, d, i + step, after);
            const T k1 = after[A_] / row[B_];
            const T last = (after[D_] - k1 * row[D_]) / (after[B_] - k1 * row[C_]);
            solution[i] = (row[D_] - row[C_] * last) / row[B_];
            solution[i + step] = last;
        }
    }
    __syncthreads();

    for (step /= 2; step > 0; step /= 2) {
        const int i = step - 1 + t * 2 * step;
        if (i < count) {
            load_row(a, b, c, d, i, row);
            T x_before = 0, x_after = 0;
            if (i >= step) x_before = solution[i - step];
            if (i + step < count) x_after = solution[i + step];
            solution[i] = (row[D_] - row[A_] * x_before - row[C_] * x_after) / row[B_];
        }
        __syncthreads();
    }
    for (int k = t; k < count; k += blockDim.x) x[(k + 1) * distance - 1] = solution[k];
}

// Back substitution: solves the rows eliminated at this distance from their known neighbors.
template <typename T> __global__ void back(int n, int distance, const T* a, const T* b, const T* c, const T* d, T* x) {
    const long long k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = distance - 1 + k * 2 * distance;
    if (i >= n) return;
    T row[4];
    load_row(a, b, c, d, i, row);
    T x_before = 0, x_after = 0;
    if (i >= distance) x_before = x[i - distance];
    if (i + distance < n) x_after = x[i + distance];
    x[i] = (row[D_] - row[A_] * x_before - row[C_] * x_after) / row[B_];
}

template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* work_a, T* work_b, T* work_c, T* work_d,
         int block) {
    if (n == 0) return;
    int levels = 0; // number of launches until the remaining rows fit in a block
    while ((n >> levels) > SHARED_ROWS) ++levels;
    const int count = n >> levels;
    const int threads = max(64, ((count + 1) / 2 + 31) / 32 * 32); // use one thread per row of a step
    if (levels == 0) {
        middle<<<1, threads>>>(count, 1LL, a, b, c, d, x);
        return;
    }

    // Rows that never change are read from the system. All others are first written to the work arrays.
    int grid = ((n >> 1) + block - 1) / block;
    forward<<<grid, block>>>(n, 1, a, b, c, d, work_a, work_b, work_c, work_d);
    for (int level = 2; level <= levels; ++level) {
        grid = ((n >> level) + block - 1) / block;
        forward<<<grid, block>>>(n, 1 << (level - 1), work_a, work_b, work_c, work_d, work_a, work_b, work_c, work_d);
    }
    middle<<<1, threads>>>(count, 1LL << levels, work_a, work_b, work_c, work_d, x);
    for (int level = levels - 1; level > 0; --level) {
        grid = (((n >> level) + 1) / 2 + block - 1) / block;
        back<<<grid, block>>>(n, 1 << level, work_a, work_b, work_c, work_d, x);
    }
    grid = ((n + 1) / 2 + block - 1) / block;
    back<<<grid, block>>>(n, 1, a, b, c, d, x);
}
