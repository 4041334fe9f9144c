#pragma once

// Rows as records of eight elements: a, b, c, h, x and three unused elements. The slides of Cerny 2011 call the
// right-hand side h, and state only the size of a record. We chose this layout ourselves.
#define A_ 0
#define B_ 1
#define C_ 2
#define H_ 3
#define X_ 4

/// Creates the records from arrays. A program that stores its data in records does not need this step.
template <typename T>
__global__ void lay_out_records(int n, const T* a, const T* b, const T* c, const T* d, T* record) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    record[8LL * i + A_] = a[i];
    record[8LL * i + B_] = b[i];
    record[8LL * i + C_] = c[i];
    record[8LL * i + H_] = d[i];
}
