#pragma once

#include "kernels/machine/machine.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// A as a kernel sees it, m x n, row by row: a(i, j) = value[i * n + j]; where the kernel has `by_columns`, column by
/// column: a(i, j) = value[j * m + i]. Products of indices need 64 bits.
template <class T> struct Dense {
    int m = 0, n = 0;
    In<T> value;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
