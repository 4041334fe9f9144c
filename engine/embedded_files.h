#pragma once

#include "engine/embedded_file.h"

#include <vector>

namespace warploom {

/// The CUDA C kernels embedded in the program, by folder and name: "spmv/csr_scalar.cu", "papers/prata2010_ell.cu",
/// "textbook/empty.cu", "wrong/coo_race.cu".
const std::vector<EmbeddedFile>& shipped_texts();

} // namespace warploom
