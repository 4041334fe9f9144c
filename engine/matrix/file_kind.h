#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warploom {

/// The kind of a file that cannot be read as a matrix, as sentences for the user.
struct FileKind {
    std::string sentence; ///< "This is a zip archive, not a matrix."
    std::string hint;     ///< the next step of the user
};

/// Recognizes common kinds of files by their first bytes, independent of their name: archives, compressed files, web
/// pages, UTF-16, MATLAB, HDF5, NumPy, PETSc, Harwell-Boeing, EPANET and lists of edges. `head` is the beginning of the
/// file, at least 512 bytes if the file has so many; of a gzip file, of its contents. Returns std::nullopt for a Matrix
/// Market file and for all other kinds.
std::optional<FileKind> foreign_file_kind(std::string_view head);

} // namespace warploom
