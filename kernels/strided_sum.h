#pragma once

#include "kernels/vocabulary.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// The sum of value[slot] * x[column[slot]] over `length` slots, the first at `slot`, each `step` after the one before:
/// what a thread does with its share of a row. It gives what the plain loop gives, in the same order,
///
///     for (int k = 0; k < length; ++k, slot += step) sum += value[slot] * x[column[slot]];
///
/// but takes the slots in batches and reads a whole batch before it uses the first of it, so that several reads are on
/// their way at a time. `readable` slots exist (padding too), at least `length`: the first batch is read while the
/// length itself is still on its way. Padding is what lies beyond the length, or has column -1: it is read, but never
/// used.
template <int wanted, class T, class Slot>
KERNEL_FN T strided_sum(In<T> value, In<int> column, In<T> x, Slot slot, Slot step, int length, int readable) {
    constexpr int batch = reads_ahead(wanted);
    T sum = 0;
    for (int k = 0;;) {
        T v[batch];
        int c[batch];
        UNROLL(8)
        for (int i = 0; i < batch; ++i, slot += step) {
            const bool is_there = k + i < readable;
            v[i] = is_there ? value.stream(slot) : T(0);
            c[i] = is_there ? column.stream(slot) : -1;
        }
        UNROLL(8)
        for (int i = 0; i < batch; ++i)
            if (k + i < length && c[i] >= 0) sum += v[i] * x[c[i]];
        k += batch;
        if (k >= length) return sum;
    }
}

} // namespace warploom::kernels::WARPLOOM_TARGET
