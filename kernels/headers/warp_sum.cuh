#pragma once

/// The sum of v over groups of `width` neighbouring lanes (a power of two), in all of them: each exchange is symmetric.
/// Every lane of the warp takes part.
template <int width = 32, typename T> __device__ T warp_sum(T v) {
    for (int distance = width / 2; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffff, v, distance, width);
    return v;
}
