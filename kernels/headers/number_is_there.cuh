#pragma once

// A number that other threads wait for tells by itself that it is there: until then all its bits are set, which no result of
// arithmetic has. No flag beside it, no fence, one look.

__device__ inline bool is_there(double number) { return __double_as_longlong(number) != -1; }
__device__ inline bool is_there(float number) { return __float_as_int(number) != -1; }

/// The number that is not there.
template <typename T> __device__ T absent() {
    if constexpr (sizeof(T) == 8) return __longlong_as_double(-1);
    else return __int_as_float(-1);
}

/// `number`, but a NaN of other bits where it is a NaN of all bits.
template <typename T> __device__ T told(T number) { return is_there(number) ? number : -number; }
