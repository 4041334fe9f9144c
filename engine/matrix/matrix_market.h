#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>

namespace warploom {

/// Reads a Matrix Market file (Boisvert, Pozo, Remington 1996), plain or gzipped: `matrix coordinate` with real,
/// integer, complex or pattern entries, `matrix array` with the first three, each with every symmetry that the format
/// allows for it, and the `vector` of other programs, which becomes a matrix of one column. Integers that are not
/// representable as double are rounded to the nearest one; note_on_integers() reports this.
///
/// The text is read and parsed once, regardless of the order of its lines. A general matrix in row order is written
/// directly to the final arrays; all others are collected in buckets by row (entry_shelves.h) and converted at the end.
/// In addition to the final matrix, this takes at most a quarter of its memory if rows are evenly filled, and a block
/// of text per thread, also for gzip. Only `array`, and a file that is wrong, are read twice: for the number of lines
/// before the values, and for the first of all errors. Positions that repeat are summed in an order that depends on
/// their values alone, so the result is the same for any number of threads.
///
/// `threads` <= 0 means one for each core. Progress counts bytes of the file; the conversion to rows is a fifth of it.
/// Errors: "file.missing" (also where it is no regular file), "file.malformed" (file, line and the expected text),
/// "file.changed" (while it was read), "file.large" (an implausibly large gzip expansion), "file.unsupported",
/// "memory.limit", "cancelled".
Matrix read_matrix_market(const std::string& path, const Progress& progress = {}, int threads = 0);

/// For a matrix of the field integer that has values of 2^53 or more, where not every whole number is a double: a
/// sentence with how many they are. Otherwise empty.
std::string note_on_integers(const Matrix& matrix);

/// Writes a matrix as `coordinate general` in the shortest numbers that read back identical; integer and pattern
/// matrices keep their field where their values allow it. The file appears under its name only when it is complete.
/// Error: "file.write".
void write_matrix_market(const std::string& path, const Matrix& matrix, const Progress& progress = {});

} // namespace warploom
