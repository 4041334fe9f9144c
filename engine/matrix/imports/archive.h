#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>

namespace warploom::imports {

/// Reads the matrix in a tar or ZIP archive, such as those of the SuiteSparse collection: the only matrix file, or the
/// one whose name the other names extend, as A_b.mtx and A_x.mtx extend A.mtx. If there is an A_b.mtx or an A_rhs1.mtx
/// with a number per row, it becomes the right-hand side. Errors: "file.unsupported" if there is no or more than one
/// matrix, with the names of the members; all errors of load_matrix.
Matrix read_archive(const std::string& path, bool is_zip, const Progress& progress, int threads);

} // namespace warploom::imports
