#pragma once

#include "kernels/vocabulary/vocabulary.h"

namespace warploom::kernels::WARPLOOM_TARGET {

/// Where the segment of this lane begins: the last lane up to this one whose bit is set in `heads`, or -1 when the
/// segment began before lane 0.
KERNEL_FN int segment_start(Thread t, unsigned heads) { return highest_bit(heads & (0xffffffffu >> (31 - t.lane()))); }

/// Running sums inside segments: each lane gets the sum from the beginning of its segment up to itself. Five steps that
/// look 1, 2, 4, 8 and 16 lanes back, but never across the beginning of the segment. Every lane of the warp takes part.
template <class T> KERNEL_FN T segmented_sum(Thread t, T v, unsigned heads, CallSite site = {}) {
    CALLED_FROM(site);
    const int start = segment_start(t, heads);
    UNROLL(5)
    for (int distance = 1; distance < 32; distance *= 2) {
        const T left = t.shuffle_up(v, distance);
        if (t.lane() - distance >= (start < 0 ? 0 : start)) v += left;
    }
    return v;
}

} // namespace warploom::kernels::WARPLOOM_TARGET
