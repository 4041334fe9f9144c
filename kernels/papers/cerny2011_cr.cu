// Cerny 2011, "Cyklická redukce" and "Elementární úprava": cyclic reduction in global memory, rows as records.
// Each forward launch eliminates every second row, and each backward launch solves them. There are 2 log2
// n - 1 launches, because a row may only use results of earlier launches. A record has eight numbers,
// five of which are used. In double, it has 64 bytes, one cache line of the processor that the thesis
// compares with. The slides print the formulas of the elementary step; the kernels around it follow the
// figure.
// scratch: record T[8 * n]

#include "../headers/cerny2011_records.cuh"

// The remaining rows are distance - 1, 2 distance - 1, 3 distance - 1, ...; the neighbors of every second remaining
// row, starting with the second one, are eliminated.
template <typename T> __global__ void cr_forward(int n, int distance, T* record) {
    const long long k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = (k + 1) * 2 * distance - 1;
    if (i >= n) return;
    const bool has_after = i + distance < n;
    const long long here = 8 * i, before = 8 * (i - distance), after = has_after ? 8 * (i + distance) : here;

    // Load all values of the three records first, so that accesses to the same line overlap before a division waits.
    const T a = record[here + A_], b = record[here + B_], c = record[here + C_], h = record[here + H_];
    const T a1 = record[before + A_], b1 = record[before + B_], c1 = record[before + C_], h1 = record[before + H_];
    const T a2 = record[after + A_], b2 = record[after + B_], c2 = record[after + C_], h2 = record[after + H_];
    const T k1 = a / b1;
    const T k2 = has_after ? c / b2 : 0; // past the last row, nothing is subtracted
    record[here + A_] = -k1 * a1;
    record[here + B_] = b - k1 * c1 - k2 * a2;
    record[here + C_] = -k2 * c2;
    record[here + H_] = h - k1 * h1 - k2 * h2;
}

// Solves the remaining one or two rows.
template <typename T> __global__ void cr_middle(int n, int distance, T* record, T* x) {
    const long long first = distance - 1, second = first + distance;
    const long long r = 8 * first, s = 8 * second;
    T rest = record[r + H_];
    if (second < n) {
        const T k = record[s + A_] / record[r + B_];
        const T last = (record[s + H_] - k * record[r + H_]) / (record[s + B_] - k * record[r + C_]);
        record[s + X_] = last;
        x[second] = last;
        rest -= record[r + C_] * last;
    }
    const T found = rest / record[r + B_];
    record[r + X_] = found;
    x[first] = found;
}

// Solves the rows that were eliminated at this distance; both neighbors are known.
template <typename T> __global__ void cr_back(int n, int distance, T* record, T* x) {
    const long long k = blockIdx.x * blockDim.x + threadIdx.x;
    const long long i = distance - 1 + k * 2 * distance;
    if (i >= n) return;
    const long long here = 8 * i;
    T rest = record[here + H_];
    if (i >= distance) rest -= record[here + A_] * record[8 * (i - distance) + X_];
    if (i + distance < n) rest -= record[here + C_] * record[8 * (i + distance) + X_];
    const T found = rest / record[here + B_];
    record[here + X_] = found;
    x[i] = found;
}

template <typename T> void run(int n, const T* a, const T* b, const T* c, const T* d, T* x, T* record, int block) {
    lay_out_records<<<(n + block - 1) / block, block>>>(n, a, b, c, d, record);
    int distance = 1;
    while (n / distance > 2) {
        const int rows = n / distance / 2;
        cr_forward<<<(rows + block - 1) / block, block>>>(n, distance, record);
        distance *= 2;
    }
    if (n > 0) cr_middle<<<1, 1>>>(n, distance, record, x);
    while (distance > 1) {
        distance /= 2;
        const int rows = (n / distance + 1) / 2;
        cr_back<<<(rows + block - 1) / block, block>>>(n, distance, record, x);
    }
}
