#pragma once

#include "engine/built_in.h"

namespace warploom {

/// The headers that kernels are made of, as they were compiled: "kernels/spmv/csr_scalar.h".
const std::vector<BuiltInFile>& kernel_sources();

} // namespace warploom
