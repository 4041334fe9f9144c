#pragma once

// The elementary reduction step of a tridiagonal system (cerny2011, "Elementární úprava"), for host and GPU solvers.

#define __device__

namespace warploom::kernels {
#include "kernels/headers/tridiagonal_row.cuh"
} // namespace warploom::kernels

#undef __device__
