#pragma once

#include "kernels/vocabulary/vocabulary.h"

#include <cstdint>

namespace warploom::kernels::WARPLOOM_TARGET {

/// v = a[i], a[i + 1] ... in reads of 16 bytes each: four numbers of float or int, two of double. i is a multiple of so many.
/// On simulated cards these are reads of one number each: more instructions, the same sectors.
#if defined(__CUDACC__)
template <class Four, class T> KERNEL_FN void read_four(const T* data, T (&v)[4]) {
    const Four all = __ldcs(reinterpret_cast<const Four*>(data));
    v[0] = all.x;
    v[1] = all.y;
    v[2] = all.z;
    v[3] = all.w;
}
KERNEL_FN void read_together(In<float> a, std::int64_t i, float (&v)[4], CallSite = {}) {
    read_four<float4>(a.data + i, v);
}
KERNEL_FN void read_together(In<int> a, std::int64_t i, int (&v)[4], CallSite = {}) { read_four<int4>(a.data + i, v); }
template <int n> KERNEL_FN void read_together(In<double> a, std::int64_t i, double (&v)[n], CallSite = {}) {
    UNROLL(4)
    for (int k = 0; k < n; k += 2) {
        const double2 two = __ldcs(reinterpret_cast<const double2*>(a.data + i + k));
        v[k] = two.x;
        v[k + 1] = two.y;
    }
}
#else
template <int n, class T> void read_together(In<T> a, std::int64_t i, T (&v)[n], CallSite site = {}) {
    CALLED_FROM(site);
    for (int k = 0; k < n; ++k) v[k] = a.stream(i + k);
}
#endif

} // namespace warploom::kernels::WARPLOOM_TARGET
