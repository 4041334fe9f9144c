// Cerny 2011, "Paralelní cyklická redukce" and "Elementární úprava": one tridiagonal system by parallel cyclic reduction
// in global memory, rows as records.
// Each launch frees every row of its neighbours and doubles the distance to the next ones, so that after log2 n launches
// each row stands alone. Three threads read a row while one writes it: each launch therefore reads one set of records
// and writes another.
// The slides print the formulas of the elementary step; the kernels around it follow the figure.
// scratch: even T[8 * n]
// scratch: odd T[8 * n]

// Places in a record: a, b, c and h. The slides call the right side h.
#define A_ 0
#define B_ 1
#define C_ 2
#define H_ 3

template <typename T>
__global__ void lay_out_records(int n, const T* a, const T* b, const T* c, const T* d, T* record) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    record[8LL * i + A_] = a[i];
    record[8LL * i + B_] = b[i];
    record[8LL * i + C_] = c[i];
    record[8LL * i + H_] = d[i];
}

template <typename T> __global__ void pcr_step(int n, int distance, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const long long here = 8LL * i;
    T a = 0, c = 0;
    T b = from[here + B_], h = from[here + H_];
    if (i >= distance) {
        const long long before = here - 8LL * distance;
        const T k1 = from[here + A_] / from[before + B_];
        a = -k1 * from[before + A_];
        b -= k1 * from[before + C_];
        h -= k1 * from[before + H_];
    }
    if (i < n - distance) {
        const long long after = here + 8LL * distance;
        const T k2 = from[here + C_] / from[after + B_];
        b -= k2 * from[after + A_];
        c = -k2 * from[after + C_];
        h -= k2 * from[after + H_];
    }
    to[here + A_] = a;
    to[here + B_] = b;
    to[here + C_] = c;
    to[here + H_] = h;
}

template <typename T> __global__ void pcr_divide(int n, const T* record, T* x) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = record[8LL * i + H_] / record[8LL * i + B_];
}

template <typename T>
void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* even, T* odd, int block) {
    const int grid = (n + block - 1) / block;
    lay_out_records<<<grid, block>>>(n, a, b, c, d, even);
    T* from = even;
    T* to = odd;
    for (int distance = 1; distance < n; distance *= 2) {
        pcr_step<<<grid, block>>>(n, distance, from, to);
        T* swap = from;
        from = to;
        to = swap;
    }
    pcr_divide<<<grid, block>>>(n, from, x);
}
