#pragma once

template <typename T> __device__ bool is_finite(T v) { return v - v == T(0); }
