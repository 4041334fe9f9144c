#pragma once

/// Returns the first lane of this lane's segment: the last lane up to this one with its bit set in `heads`, or -1 if
/// the segment started before lane 0.
__device__ inline int segment_start(unsigned heads) {
    return 31 - __clz(heads & (0xffffffffu >> (31 - threadIdx.x % 32)));
}

/// Inclusive segmented scan: returns the sum from the start of the lane's segment up to this lane. Five steps look back
/// 1, 2, 4, 8 and 16 lanes, but never past the start of the segment. All lanes of the warp must participate.
template <typename T> __device__ T segmented_sum(T v, unsigned heads) {
    const int lane = threadIdx.x % 32, start = segment_start(heads);
    for (int distance = 1; distance < 32; distance *= 2) {
        const T left = __shfl_up_sync(0xffffffff, v, distance);
        if (lane - distance >= (start < 0 ? 0 : start)) v += left;
    }
    return v;
}
