#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>
#include <string_view>

namespace warploom {

bool names_npz(std::string_view name);

/// Reads what scipy.sparse.save_npz writes: csr, csc, coo, bsr and dia, of real numbers, whole numbers or flags.
/// Positions that repeat are summed. What fills up the blocks of bsr and the diagonals of dia with zeros is no entry;
/// the zeros that the other formats store are. Errors: "file.missing", "file.large", "file.malformed" (with the
/// mistake), "file.unsupported" (complex numbers, Python objects, another order of bytes, orders beyond 2^31 - 1),
/// "memory.limit", "cancelled".
Matrix read_npz(const std::string& path, const Progress& progress = {}, int threads = 0);

} // namespace warploom
