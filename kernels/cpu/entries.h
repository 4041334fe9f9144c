#pragma once

#include "kernels/machine/registry.h"

// Declares the host kernels that have their own source files. kernels/cpu/entries.cpp lists them.

namespace warploom::kernels {

/// Returns the entry for SpMV with Eigen's row-major sparse matrix, the library baseline on the host.
HostEntry eigen_csr_entry();
/// Returns the entry for LAPACK's dgtsv and sgtsv: Gaussian elimination with row exchanges, on one core.
HostEntry lapack_dgtsv_entry();
HostEntry trsv_entry();
HostEntry ilu_entry();
HostEntry loop_ata_entry();
/// Returns the entry for AᵀA with the host's BLAS library, which computes one triangle of C.
HostEntry blas_ata_entry();

} // namespace warploom::kernels
