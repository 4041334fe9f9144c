#pragma once

#include "kernels/vocabulary.h"

#include <cstdint>

#ifndef TRY_BATCH
#define TRY_BATCH 4
#endif
namespace warploom::kernels::WARPLOOM_TARGET {

/// The sum of value[slot] * x[column[slot]] over `length` slots, the first at `slot`, each `step` after the one before: what
/// a thread does with its share of a row. It is the plain loop
///
///     for (int k = 0; k < length; ++k, slot += step) sum += value[slot] * x[column[slot]];
///
/// but takes the slots in batches and reads a whole batch before it uses the first of it, so that several reads are on
/// their way at a time. The order of the additions is that of the plain loop.
template <int batch, class T>
KERNEL_FN T strided_sum(In<T> value, In<int> column, In<T> x, std::int64_t slot, std::int64_t step, int length) {
    T sum = 0;
    for (int k = 0; k < length; k += batch, slot += batch * step) {
        T v[batch];
        int c[batch];
        UNROLL(8)
        for (int i = 0; i < batch; ++i) {
            v[i] = k + i < length ? value.stream(slot + i * step) : T(0);
            c[i] = k + i < length ? column.stream(slot + i * step) : 0;
        }
        UNROLL(8)
        for (int i = 0; i < batch; ++i)
            if (k + i < length) sum += v[i] * x[c[i]];
    }
    return sum;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
