#pragma once

// The elementary reduction step (cerny2011, "Elementární úprava"), shared by the host and GPU solvers.

#define __device__

namespace warploom::kernels {
#include "kernels/headers/tridiagonal_row.cuh"
} // namespace warploom::kernels

#undef __device__
