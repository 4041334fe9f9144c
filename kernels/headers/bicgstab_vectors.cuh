#pragma once

#include "cg_vectors.cuh"

/// Additional vectors of BiCGSTAB. The other ones are shared with conjugate gradients; their rz holds ρ.
template <typename T> struct BicgstabVectors {
    T *d, *v;             ///< n entries each: the search direction, and A M⁻¹ d
    T* shadow;            ///< n entries: r̂, the residual at the start
    T *sums_tt, *sums_tr; ///< one partial sum per block
};
