#pragma once

#include "cg_vectors.cuh"

/// Additional vectors of BiCGSTAB. CgVectors contains the others; its member rz is ρ.
template <typename T> struct BicgstabVectors {
    T *d, *v;             ///< search direction d, and v = A M⁻¹ d
    T* shadow;            ///< r̂, the residual at the last start or restart
    T *sums_tt, *sums_tr; ///< each block writes one partial sum
};
