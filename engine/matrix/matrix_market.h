#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <string>

namespace warploom {

/// Reads a Matrix Market file (Boisvert, Pozo, Remington 1996), plain or gzipped: `matrix coordinate` with real,
/// integer, complex or pattern entries, `matrix array` with the first three, each with every symmetry that the format
/// allows for it, and the `vector` of other programs, which becomes a matrix of one column. A whole number that no
/// double is equal to becomes the nearest one; note_on_integers() tells.
///
/// The text is read and parsed once, in whatever order its lines stand. A general matrix whose lines go from the first
/// row to the last goes straight to its place; all others wait on shelves by rows (entry_shelves.h) and are made into
/// rows when the text is at its end. Beside the finished matrix there is a quarter of it in memory at most where rows
/// are evenly filled, and a block of text for each thread, of a gzip too. Only `array`, and a file that is wrong, are
/// read twice: for the number of lines before the values, and for the first of all errors. Positions that repeat are
/// summed in an order that depends on their values alone, so the result is the same for any number of threads.
///
/// `threads` <= 0 means one for each core. Progress counts bytes of the file, of which a fifth stands for making rows.
/// Errors: "file.missing" (also where it is no regular file), "file.malformed" (file, line and the expected text),
/// "file.changed" (while it was read), "file.large" (a gzip that grows beyond all measure), "file.unsupported",
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
