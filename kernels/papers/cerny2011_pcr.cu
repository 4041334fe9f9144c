// Cerny 2011, "Paralelní cyklická redukce" and "Elementární úprava": PCR in global memory, rows as records.
// PCR is parallel cyclic reduction: each launch eliminates the neighbors of every row and doubles the
// distance to the next ones, so that after log2 n launches each row has a single unknown. Each row is
// read by three threads and rewritten by one, so each launch reads one set of records and writes
// another. The slides print the formulas of the elementary step; the kernels around it follow the
// figure.
// scratch: even T[8 * n]
// scratch: odd T[8 * n]

#include "../headers/cerny2011_records.cuh"

template <typename T> __global__ void pcr_step(int n, int distance, const T* from, T* to) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    const bool has_before = i >= distance, has_after = i < n - distance;
    const long long here = 8LL * i;
    const long long before = has_before ? here - 8LL * distance : here,
                    after = has_after ? here + 8LL * distance : here;

    // Load all values of the three records first, so that accesses to the same line overlap before a division waits.
    const T a = from[here + A_], b = from[here + B_], c = from[here + C_], h = from[here + H_];
    const T a1 = from[before + A_], b1 = from[before + B_], c1 = from[before + C_], h1 = from[before + H_];
    const T a2 = from[after + A_], b2 = from[after + B_], c2 = from[after + C_], h2 = from[after + H_];
    const T k1 = has_before ? a / b1 : 0; // outside the system, nothing is subtracted
    const T k2 = has_after ? c / b2 : 0;
    to[here + A_] = -k1 * a1;
    to[here + B_] = b - k1 * c1 - k2 * a2;
    to[here + C_] = -k2 * c2;
    to[here + H_] = h - k1 * h1 - k2 * h2;
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
