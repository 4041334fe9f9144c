#pragma once

#include "check_pivot.cuh"
#include "tridiagonal_row.cuh"

// Rows are stored either in four arrays or in records of eight elements. load_row and store_row are overloaded for both
// layouts, so each method is implemented only once.

/// Read-only rows: the system itself, or the result of an earlier launch.
template <typename T> struct Rows { const T *a, *b, *c, *d; };
/// Rows modified by a solver, in separate arrays. The original system remains unchanged.
template <typename T> struct WorkRows { T *a, *b, *c, *d; };

template <typename T> __device__ Row<T> load_row(Rows<T> rows, long long i) {
    return Row<T>{rows.a[i], rows.b[i], rows.c[i], rows.d[i]};
}
template <typename T> __device__ void store_row(WorkRows<T> rows, long long i, Row<T> row) {
    rows.a[i] = row.a;
    rows.b[i] = row.b;
    rows.c[i] = row.c;
    rows.d[i] = row.d;
}
/// Returns a read-only view of the rows.
template <typename T> __host__ __device__ Rows<T> read_only(WorkRows<T> rows) {
    return Rows<T>{rows.a, rows.b, rows.c, rows.d};
}

/// a, b, c, d, x and three unused elements: 64 bytes in double, as in cerny2011. Reading one element of a row also
/// fetches the others, but if lanes read the same element of neighboring rows, the addresses are 64 bytes apart. The
/// right-hand side of row i is right[i * right_stride], because records that are created once per matrix do not contain
/// d.
#define RECORD_ELEMENTS 8
template <typename T> struct Records {
    const T *element, *right;
    int right_stride;
};
template <typename T> struct WorkRecords { T* element; };

template <typename T> __device__ Row<T> load_row(Records<T> rows, long long i) {
    const T* record = rows.element + i * RECORD_ELEMENTS;
    return Row<T>{record[0], record[1], record[2], rows.right[i * rows.right_stride]};
}
template <typename T> __device__ void store_row(WorkRecords<T> rows, long long i, Row<T> row) {
    T* record = rows.element + i * RECORD_ELEMENTS;
    record[0] = row.a;
    record[1] = row.b;
    record[2] = row.c;
    record[3] = row.d;
}
template <typename T> __host__ __device__ Records<T> read_only(WorkRecords<T> rows) {
    return Records<T>{rows.element, rows.element + 3, RECORD_ELEMENTS};
}

/// Returns row i of a system, or no_row() if i is outside the system.
template <typename T, typename Layout> __device__ Row<T> row_or_none(Layout rows, long long i, long long n) {
    if (i < 0 || i >= n) return no_row<T>();
    return load_row(rows, i);
}
