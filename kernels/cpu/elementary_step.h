#pragma once

// The elementary step that every method here is made of (cerny2011, "Elementární úprava"): the solvers of the host
// take it from the texts of the GPU's.

#define __device__

namespace warploom::kernels {
#include "kernels/headers/tridiagonal_row.cuh"
} // namespace warploom::kernels

#undef __device__
