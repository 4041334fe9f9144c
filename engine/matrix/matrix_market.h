#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>

namespace warploom {

class TextFile;

/// Reads a Matrix Market file (Boisvert, Pozo, Remington 1996), plain or gzipped. Supports `matrix coordinate` with
/// real, integer, complex or pattern entries, and `matrix array` with real, integer or complex entries, each with every
/// symmetry that the format allows. Also supports the nonstandard `vector`, which becomes a matrix with one column.
/// Integers that cannot be represented as double are rounded to the nearest value; note_on_values() reports this.
///
/// The file is read and parsed only once, regardless of the order of its lines. A general matrix in row order is
/// written directly to the final arrays. Other entries are collected in buckets of rows (entry_shelves.h) and converted
/// at the end. If the rows have similar lengths, the additional memory is at most a quarter of the size of the final
/// matrix, plus one block of text per thread. Only two kinds of files are read twice: `array` files, to count the lines
/// before the values are stored, and invalid files, to report the first error. Duplicate positions are summed in an
/// order that depends only on their values, so the result does not depend on the number of threads.
///
/// If `threads` <= 0, uses one thread per core. Progress counts bytes of the file; the last fifth is the conversion to
/// rows. Errors: "file.missing" (also if the path is not a regular file), "file.malformed" (with file, line and the
/// expected text), "file.changed" (while it was being read), "file.large" (an implausibly large gzip expansion),
/// "file.unsupported", "memory.limit", "cancelled".
Matrix read_matrix_market(const std::string& path, const Progress& progress = {}, int threads = 0);
/// Reads an open file. `name` becomes the name of the matrix and is used in error messages.
Matrix read_matrix_market(const TextFile& file, const std::string& name, const Progress& progress, int threads);

/// Returns sentences about the interpretation of the file: Matrix::remark and, for an integer matrix, the number of
/// values of 2^53 or more, which may not be exact in double. Returns an empty string if there is nothing to report.
std::string note_on_values(const Matrix& matrix);

/// Writes a matrix in Matrix Market format as `coordinate general`, using the shortest decimal numbers that convert
/// back to the same values. Integer and pattern matrices keep their type if their values allow it. An existing file is
/// replaced atomically. Throws Error("file.write").
void write_matrix_market(const std::string& path, const Matrix& matrix, const Progress& progress = {});

} // namespace warploom
