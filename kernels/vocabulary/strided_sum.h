#pragma once

#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// The sum of value[slot] * x[column[slot]] over `length` slots, the first at `slot`, each `step` after the one before:
/// what a thread does with its share of a row. It gives what the plain loop gives, in the same order,
///
///     for (int k = 0; k < length; ++k, slot += step) sum += value[slot] * x[column[slot]];
///
/// and reads the same slots, but takes them in batches and reads a whole batch before it uses the first of it, so that
/// several reads are on their way at a time. Padding has column -1: it is read, but never used.
template <int wanted, class T, class Slot>
KERNEL_FN T strided_sum(In<T> value, In<int> column, In<T> x, Slot slot, Slot step, int length, CallSite site = {}) {
    CALLED_FROM(site);
    constexpr int batch = reads_ahead(wanted);
    T sum = 0;
    for (int k = 0; k < length; k += batch) {
        T v[batch];
        int c[batch];
        UNROLL(16)
        for (int i = 0; i < batch; ++i, slot += step) {
            const bool is_there = k + i < length;
            v[i] = is_there ? value.stream(slot) : T(0);
            c[i] = is_there ? column.stream(slot) : -1;
        }
        UNROLL(16)
        for (int i = 0; i < batch; ++i)
            if (c[i] >= 0) sum += v[i] * x[c[i]];
    }
    return sum;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
