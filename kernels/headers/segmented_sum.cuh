#pragma once

/// Where the segment of this lane begins: the last lane up to this one whose bit is set in `heads`, or -1 when the
/// segment began before lane 0.
__device__ inline int segment_start(unsigned heads) {
    return 31 - __clz(heads & (0xffffffffu >> (31 - threadIdx.x % 32)));
}

/// Running sums inside segments: each lane gets the sum from the beginning of its segment up to itself. Five steps look
/// 1, 2, 4, 8 and 16 lanes back, but never across the beginning of the segment. Every lane of the warp takes part.
template <typename T> __device__ T segmented_sum(T v, unsigned heads) {
    const int lane = threadIdx.x % 32, start = segment_start(heads);
    for (int distance = 1; distance < 32; distance *= 2) {
        const T left = __shfl_up_sync(0xffffffff, v, distance);
        if (lane - distance >= (start < 0 ? 0 : start)) v += left;
    }
    return v;
}
