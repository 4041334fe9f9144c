#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>

namespace warploom::imports {

/// Reads the matrix in a tar or ZIP archive, such as an archive of the SuiteSparse collection. If there are several
/// matrix files, their names must start with the name of the main file, as in A.mtx, A_b.mtx and A_x.mtx. If A_b.mtx or
/// A_rhs1.mtx contains one number per row, it becomes the right-hand side. Errors: "file.unsupported" with the names of
/// the members if there is not exactly one matrix; all errors of load_matrix().
Matrix read_archive(const std::string& path, bool is_zip, const Progress& progress, int threads);

} // namespace warploom::imports
