#pragma once

#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// The sum of v over groups of `width` neighbouring lanes (a power of two), in the first lane of each group
/// (in all of them, since the exchange is symmetric). Every lane of the warp takes part.
template <class T> KERNEL_FN T warp_sum(Thread t, T v, int width = 32, CallSite site = {}) {
    CALLED_FROM(site);
    for (int distance = width / 2; distance > 0; distance /= 2) v += t.shuffle_xor(v, distance, width);
    return v;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
