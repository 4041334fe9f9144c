#pragma once

#include "engine/embedded_file.h"

#include <vector>

namespace warploom {

/// Returns the CUDA C kernels that are embedded in the program. Their names include the folder, such as
/// "spmv/csr_scalar.cu", "papers/prata2010_ell.cu", "textbook/empty.cu" and "wrong/coo_race.cu".
const std::vector<EmbeddedFile>& shipped_texts();

} // namespace warploom
