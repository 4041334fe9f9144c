#pragma once

// Shares the elementary reduction step (cerny2011, "Elementární úprava") between the solvers on the host and on the
// GPU.

#define __device__

namespace warploom::kernels {
#include "kernels/headers/tridiagonal_row.cuh"
} // namespace warploom::kernels

#undef __device__
