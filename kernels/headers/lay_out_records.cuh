#pragma once

#include "tridiagonal_rows.cuh"

/// Converts a matrix to records. This is done only once. A record contains a, b and c of a row, and zeros.
template <typename T> __global__ void lay_out_records(int n, const T* a, const T* b, const T* c, T* records) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    T* record = records + i * RECORD_ELEMENTS;
    record[0] = a[i];
    record[1] = b[i];
    record[2] = c[i];
    for (int k = 3; k < RECORD_ELEMENTS; ++k) record[k] = 0;
}
