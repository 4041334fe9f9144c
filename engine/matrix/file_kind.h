#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warploom {

/// Explains to the user why a file cannot be read as a matrix.
struct FileKind {
    std::string sentence; ///< description, such as "This is a zip archive, not a matrix."
    std::string hint;     ///< suggestion for what the user can do next
};

/// Recognizes common kinds of files by their first bytes, regardless of the file name: archives, compressed files, web
/// pages, UTF-16, MATLAB, HDF5, NumPy, PETSc, Harwell-Boeing, EPANET and edge lists. `head` is the start of the file,
/// or of its decompressed contents for gzip. It must have at least 512 bytes unless the file is shorter. Returns
/// std::nullopt for Matrix Market files and for unrecognized files.
std::optional<FileKind> foreign_file_kind(std::string_view head);

} // namespace warploom
