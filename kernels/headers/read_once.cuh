#pragma once

/// Loads a value that is not read again. Bypasses the L1 cache, whereas __ldcs() would only mark the line for early
/// eviction.
#ifdef __WARPLOOM__
template <typename T> __device__ T read_once(const T* a) { return __ldcs(a); }
#else
__device__ inline float read_once(const float* a) {
    float number;
    asm("ld.global.nc.L1::no_allocate.f32 %0, [%1];" : "=f"(number) : "l"(a));
    return number;
}
__device__ inline double read_once(const double* a) {
    double number;
    asm("ld.global.nc.L1::no_allocate.f64 %0, [%1];" : "=d"(number) : "l"(a));
    return number;
}
__device__ inline int read_once(const int* a) {
    int number;
    asm("ld.global.nc.L1::no_allocate.s32 %0, [%1];" : "=r"(number) : "l"(a));
    return number;
}
#endif
