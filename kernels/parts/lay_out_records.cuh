#pragma once

#include "tridiagonal_rows.cuh"

/// Lays a system out as records, once.
template <typename T> __global__ void lay_out_records(int n, Rows<T> system, WorkRecords<T> records) {
    const long long i = (long long)blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    store_row(records, i, load_row(system, i));
    for (int k = 4; k < RECORD_ELEMENTS; ++k) records.element[i * RECORD_ELEMENTS + k] = 0;
}
