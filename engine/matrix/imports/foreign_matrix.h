#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <optional>
#include <string>

namespace warploom::imports {

/// Reads a matrix file that is not in Matrix Market format, plain or gzipped, and recognizes the format from the
/// contents: Harwell-Boeing and Rutherford-Boeing files, METIS graphs (only if the file name ends in .graph), lists of
/// edges or triplets (SNAP, CSV), LIBSVM files, PETSc binary matrices, MATLAB files of version 5, NumPy arrays, and
/// SciPy files without the extension .npz. Matrix::remark says how the file was interpreted if this is not evident.
/// Returns std::nullopt for other files. Errors: "file.missing", "file.malformed" (with the file, the line number if it
/// is a text file, and the expected contents), "file.unsupported", "file.large", "memory.limit", "cancelled".
std::optional<Matrix> read_foreign_matrix(const std::string& path, const Progress& progress, int threads);

} // namespace warploom::imports
