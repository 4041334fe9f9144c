#pragma once

/// Returns the sum of v over each group of `width` neighboring lanes to every lane of the group. `width` is a power of
/// two. All lanes of the warp must participate.
template <int width = 32, typename T> __device__ T warp_sum(T v) {
    for (int distance = width / 2; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffff, v, distance, width);
    return v;
}
