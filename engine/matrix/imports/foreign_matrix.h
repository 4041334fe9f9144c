#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <optional>
#include <string>

namespace warploom::imports {

/// Reads a file that is not a Matrix Market file, whatever its name is, plain or gzipped: Harwell-Boeing and
/// Rutherford-Boeing files, METIS graphs (if the name ends in .graph), lists of edges or triplets (SNAP, CSV), LIBSVM
/// files, PETSc binary matrices, MATLAB files of version 5, NumPy arrays, SciPy files without the ending .npz, and tar and ZIP archives (archive.h).
/// Matrix::remark says how the file was interpreted if this is not evident. Returns std::nullopt for other files.
/// Errors: "file.missing", "file.malformed" (with file, line if it is a text, and the expected contents),
/// "file.unsupported", "file.large", "memory.limit", "cancelled".
std::optional<Matrix> read_foreign_matrix(const std::string& path, const Progress& progress, int threads);

/// Reads a file in any supported format that is not an archive. `shown` is the name of the file in error messages.
Matrix read_matrix_file(const std::string& path, const std::string& shown, const Progress& progress, int threads);

} // namespace warploom::imports
