#pragma once

// A value that threads wait for needs no separate flag: until it is written, all of its bits are set, a pattern that
// arithmetic never produces. Reading the value takes a single load and no fence.

__device__ inline bool is_there(double number) { return __double_as_longlong(number) != -1; }
__device__ inline bool is_there(float number) { return __float_as_int(number) != -1; }

/// Returns the bit pattern for "not available".
template <typename T> __device__ T absent() {
    if constexpr (sizeof(T) == 8) return __longlong_as_double(-1);
    else return __int_as_float(-1);
}

/// Returns `number`. If it is the NaN with all bits set, returns another NaN.
template <typename T> __device__ T told(T number) { return is_there(number) ? number : -number; }
