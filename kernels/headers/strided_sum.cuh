#pragma once

/// Returns the sum over the entries of a row that a thread processes. They are `step` apart, starting at index `slot`.
/// The result and the order of summation are the same as in the loop
///
///     for (int k = 0; k < length; ++k, slot += step) sum += value[slot] * x[column[slot]];
///
/// but a whole batch is loaded before the first use, so that several loads are in flight. Values and columns are read
/// with a cache hint (__ldcs), so that they do not evict x. Padding has column -1; it is loaded but not used.
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
