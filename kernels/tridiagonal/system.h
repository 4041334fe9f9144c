#pragma once

#include "kernels/machine/machine.h"
#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// One system as a kernel sees it: a_i x_{i-1} + b_i x_i + c_i x_{i+1} = d_i. a[0] and c[n-1] hold 0. It may be so many
/// equal `systems` that nothing ties to each other: a and c hold 0 at their ends too, so nobody needs to know.
template <class T> struct System {
    int n = 0;
    In<T> a, b, c, d;
    int systems = 1;
};

} // namespace warploom::kernels::WARPLOOM_TARGET
