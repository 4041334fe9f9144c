#pragma once

#include "cg_vectors.cuh"

/// What BiCGSTAB has beside the vectors of conjugate gradients, whose rz is ρ here.
template <typename T> struct BicgstabVectors {
    T *d, *v;             ///< n entries each: the direction, and A M⁻¹ d
    T* shadow;            ///< n entries: r̂, the residual where the method began
    T *sums_tt, *sums_tr; ///< a sum of each block
};
