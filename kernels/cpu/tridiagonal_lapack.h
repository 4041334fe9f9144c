#pragma once

#include "kernels/cpu/entries.h"

namespace warploom::kernels {

/// LAPACK's dgtsv and sgtsv: Gaussian elimination with row exchanges, on one core.
CpuTridiagonalEntry lapack_dgtsv_entry();

} // namespace warploom::kernels
