#pragma once

/// Returns, in every lane, the sum of v over its group of `width` neighboring lanes (a power of two). All lanes of the
/// warp must participate.
template <int width = 32, typename T> __device__ T warp_sum(T v) {
    for (int distance = width / 2; distance > 0; distance /= 2) v += __shfl_xor_sync(0xffffffff, v, distance, width);
    return v;
}
