#pragma once

#include "kernels/machine/machine.h"

#include <memory>

namespace warploom::kernels {

/// Returns the machine `cpu`, which runs host loops, OpenMP, Eigen, BLAS and LAPACK.
std::unique_ptr<Machine> cpu_machine();

} // namespace warploom::kernels
