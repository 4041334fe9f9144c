#pragma once

// An awaited value indicates its own availability. Before it is written, all of its bits are set, a pattern that
// arithmetic never produces. This needs no flag and no fence, only a single load.

__device__ inline bool is_there(double number) { return __double_as_longlong(number) != -1; }
__device__ inline bool is_there(float number) { return __float_as_int(number) != -1; }

/// Returns the bit pattern for "not available".
template <typename T> __device__ T absent() {
    if constexpr (sizeof(T) == 8) return __longlong_as_double(-1);
    else return __int_as_float(-1);
}

/// Returns `number`, or another NaN if it is the NaN with all bits set.
template <typename T> __device__ T told(T number) { return is_there(number) ? number : -number; }
