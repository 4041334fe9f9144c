#pragma once

#include "kernels/machine/registry.h"

// Host kernels that have their own source files. kernels/cpu/entries.cpp lists all of them.

namespace warploom::kernels {

/// Returns SpMV with Eigen's row-major sparse matrix, which is the library baseline on the host.
HostEntry eigen_csr_entry();
/// Returns LAPACK's dgtsv and sgtsv: Gaussian elimination with row exchanges, on one core.
HostEntry lapack_dgtsv_entry();
HostEntry trsv_entry();     ///< Returns the triangular solve by forward substitution on one core.
HostEntry ilu_entry();      ///< Returns the ILU(0) factorization on one core.
HostEntry loop_ata_entry(); ///< Returns AᵀA with plain loops on one thread.
HostEntry blas_ata_entry(); ///< Returns AᵀA with the BLAS library of the host, which computes one triangle of C.

} // namespace warploom::kernels
