#pragma once

#include "cg_vectors.cuh"

/// Vectors of BiCGSTAB. The others are shared with conjugate gradients; rz contains ρ.
template <typename T> struct BicgstabVectors {
    T *d, *v;             ///< search direction d, and v = A M⁻¹ d
    T* shadow;            ///< r̂, the residual at the last start or restart
    T *sums_tt, *sums_tr; ///< one partial sum per block
};
