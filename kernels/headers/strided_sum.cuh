#pragma once

/// The sum of value[slot] * x[column[slot]] over `length` slots, the first at `slot`, each `step` after the one before:
/// what a thread does with its share of a row. It gives what the plain loop gives, in the same order,
///
///     for (int k = 0; k < length; ++k, slot += step) sum += value[slot] * x[column[slot]];
///
/// but reads a whole batch of slots before it uses the first of it, so that several reads are on their way at a time. Values
/// and columns are used once and do not push x out of the caches. Padding has column -1: it is read, but never used.
template <int batch, typename T, typename Slot>
__device__ T strided_sum(const T* value, const int* column, const T* x, Slot slot, Slot step, int length) {
    T sum = 0;
    for (int k = 0; k < length; k += batch) {
        T v[batch];
        int c[batch];
#pragma unroll
        for (int i = 0; i < batch; ++i, slot += step) {
            const bool is_there = k + i < length;
            v[i] = is_there ? __ldcs(value + slot) : T(0);
            c[i] = is_there ? __ldcs(column + slot) : -1;
        }
#pragma unroll
        for (int i = 0; i < batch; ++i)
            if (c[i] >= 0) sum += v[i] * x[c[i]];
    }
    return sum;
}
