#pragma once

// Loads v = a[0], a[1], ... with 16-byte loads of four floats or ints, or two doubles. `a` must be aligned to 16 bytes.
// The values are used only once, so the loads leave the cache to data that is read again.

#ifdef __WARPLOOM__
/// Simulated GPUs issue one load per value, which takes more instructions but accesses the same sectors.
template <int n, typename T> __device__ void read_together(const T* a, T (&v)[n]) {
#pragma unroll
    for (int k = 0; k < n; ++k) v[k] = __ldcs(a + k);
}
#else
__device__ inline void read_together(const float* a, float (&v)[4]) {
    const float4 four = __ldcs((const float4*)a);
    v[0] = four.x;
    v[1] = four.y;
    v[2] = four.z;
    v[3] = four.w;
}
__device__ inline void read_together(const int* a, int (&v)[4]) {
    const int4 four = __ldcs((const int4*)a);
    v[0] = four.x;
    v[1] = four.y;
    v[2] = four.z;
    v[3] = four.w;
}
template <int n> __device__ void read_together(const double* a, double (&v)[n]) {
#pragma unroll
    for (int k = 0; k < n; k += 2) {
        const double2 two = __ldcs((const double2*)(a + k));
        v[k] = two.x;
        v[k + 1] = two.y;
    }
}
#endif
