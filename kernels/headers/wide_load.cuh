#pragma once

// Loads v = a[0], a[1], ... A load reads 16 bytes if the size of n values is a multiple of 16, 8 bytes if it is a
// multiple of 8, and one value otherwise. `a` must be aligned to the size of a load. The values are used only once, so
// wide loads bypass the cache. Narrow loads do not, because several loads access the same sectors.

#ifdef __WARPLOOM__
/// Simulated GPUs issue one load per value, which takes more instructions but accesses the same sectors.
template <int n, typename T> __device__ void read_together(const T* a, T (&v)[n]) {
#pragma unroll
    for (int k = 0; k < n; ++k) v[k] = __ldcs(a + k);
}
#else
template <int n> __device__ void read_together(const float* a, float (&v)[n]) {
    if constexpr (n % 4 == 0) {
#pragma unroll
        for (int k = 0; k < n; k += 4) {
            const float4 four = __ldcs((const float4*)(a + k));
            v[k] = four.x;
            v[k + 1] = four.y;
            v[k + 2] = four.z;
            v[k + 3] = four.w;
        }
    } else if constexpr (n % 2 == 0) {
#pragma unroll
        for (int k = 0; k < n; k += 2) {
            const float2 two = __ldcs((const float2*)(a + k));
            v[k] = two.x;
            v[k + 1] = two.y;
        }
    } else {
#pragma unroll
        for (int k = 0; k < n; ++k) v[k] = a[k];
    }
}
__device__ inline void read_together(const int* a, int (&v)[4]) {
    const int4 four = __ldcs((const int4*)a);
    v[0] = four.x;
    v[1] = four.y;
    v[2] = four.z;
    v[3] = four.w;
}
template <int n> __device__ void read_together(const double* a, double (&v)[n]) {
    if constexpr (n % 2 == 0) {
#pragma unroll
        for (int k = 0; k < n; k += 2) {
            const double2 two = __ldcs((const double2*)(a + k));
            v[k] = two.x;
            v[k + 1] = two.y;
        }
    } else {
#pragma unroll
        for (int k = 0; k < n; ++k) v[k] = a[k];
    }
}
#endif
