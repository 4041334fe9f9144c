#pragma once

#include "cg_vectors.cuh"

/// The additional vectors of BiCGSTAB. The others are shared with conjugate gradients, whose rz contains ρ.
template <typename T> struct BicgstabVectors {
    T *d, *v;             ///< n entries each: the search direction, and A M⁻¹ d
    T* shadow;            ///< n entries: r̂, which is the residual at the start
    T *sums_tt, *sums_tr; ///< one partial sum per block
};
