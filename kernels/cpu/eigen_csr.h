#pragma once

#include "kernels/cpu/entries.h"

namespace warploom::kernels {

/// Eigen's row-major sparse matrix times a vector, the library peer on the host.
CpuEntry eigen_csr_entry();

} // namespace warploom::kernels
