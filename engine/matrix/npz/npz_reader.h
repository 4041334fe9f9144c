#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>

namespace warploom {

bool names_npz(std::string_view name);

/// Reads sparse matrices written by scipy.sparse.save_npz: csr, csc, coo, bsr and dia, with real, integer or boolean
/// values. Duplicate positions are summed. Zeros stored in csr, csc and coo become explicit entries. Padding zeros of
/// bsr and dia are dropped. Errors: "file.missing", "file.large", "file.malformed" (with the cause), "file.unsupported"
/// (complex numbers, Python objects, other byte orders, dimensions beyond 2^31 - 1), "memory.limit", "cancelled".
Matrix read_npz(const std::string& path, const Progress& progress = {}, int threads = 0);

} // namespace warploom
