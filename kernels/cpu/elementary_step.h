#pragma once

// The elementary reduction step (cerny2011, "Elementární úprava"), which the solvers on the host and on the GPU have in
// common.

#define __device__

namespace warploom::kernels {
#include "kernels/headers/tridiagonal_row.cuh"
} // namespace warploom::kernels

#undef __device__
