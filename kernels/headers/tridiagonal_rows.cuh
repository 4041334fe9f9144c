#pragma once

#include "check_pivot.cuh"
#include "tridiagonal_row.cuh"

// Where rows lie: as four arrays, or as records of eight elements. load_row and store_row are the same words for both, so a
// method is written once.

/// Rows that are read: the system itself, or what an earlier launch left.
template <typename T> struct Rows { const T *a, *b, *c, *d; };
/// Rows that change on the way, in arrays of their own: the system itself is left as it is.
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
/// The same rows for reading.
template <typename T> __host__ __device__ Rows<T> read_only(WorkRows<T> rows) {
    return Rows<T>{rows.a, rows.b, rows.c, rows.d};
}

/// {a, b, c, d, x, -, -, -}: 64 bytes in double, as in cerny2011. A read of one number of a row fetches its neighbours
/// too; but lanes that read the same number of neighbouring rows read 64 bytes apart. The right side d of row i is
/// right[i * right_stride]: records that are made once for a matrix have none, and d stays an array.
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

/// Row i where there is one.
template <typename T, typename Layout> __device__ Row<T> row_or_none(Layout rows, long long i, long long n) {
    if (i < 0 || i >= n) return no_row<T>();
    return load_row(rows, i);
}
