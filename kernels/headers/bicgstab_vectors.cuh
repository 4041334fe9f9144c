#pragma once

#include "cg_vectors.cuh"

/// The vectors that only BiCGSTAB needs. The other vectors are shared with conjugate gradients; rz contains ρ.
template <typename T> struct BicgstabVectors {
    T *d, *v;             ///< n elements each: the search direction d, and v = A M⁻¹ d
    T* shadow;            ///< n elements: r̂, the residual at the last start or restart
    T *sums_tt, *sums_tr; ///< one partial sum per block
};
