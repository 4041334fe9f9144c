#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <optional>
#include <string>

namespace warploom::imports {

/// Reads a matrix file, plain or gzipped, in any supported format other than Matrix Market. The format is recognized
/// regardless of the file name, except for METIS graphs, whose names must end in .graph. Text formats are
/// Harwell-Boeing, Rutherford-Boeing, LIBSVM, and lists of edges or triplets (SNAP, CSV). Binary formats are PETSc
/// matrices, MATLAB files of versions 5, 7 and 7.3, Binsparse and other HDF5 files, NumPy arrays, SciPy files without
/// the .npz extension, and tar and ZIP archives (archive.h). If the interpretation is not obvious, Matrix::remark
/// describes it. Returns std::nullopt for other files. Errors: "file.missing", "file.malformed" (with the file, the
/// line of a text file, and the expected contents), "file.unsupported", "file.large", "memory.limit", "cancelled".
std::optional<Matrix> read_foreign_matrix(const std::string& path, const Progress& progress, int threads);

/// Reads a matrix file in any supported format, except archives. `shown` is the name of the file in error messages.
Matrix read_matrix_file(const std::string& path, const std::string& shown, const Progress& progress, int threads);

} // namespace warploom::imports
