#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warploom {

/// File formats supported by engine/matrix/imports, and EPANET input files (engine/network).
enum class FileFormat { other, harwell_boeing, metis, edge_list, libsvm, petsc, matlab, npy, npz, tar, zip, epanet };

/// Describes, in sentences for the user, a file that is not a Matrix Market file.
struct FileKind {
    std::string sentence;
    std::string hint; ///< hint that suggests what to do next
    FileFormat format = FileFormat::other;
};

/// Recognizes common kinds of files by their first bytes, regardless of the file name: archives, compressed files, web
/// pages, Git LFS pointers, MATLAB, HDF5, NumPy, PETSc, Harwell-Boeing, EPANET, LIBSVM and lists of edges. `head` is the start of
/// the file, or of the decompressed data of a gzip file: at least 512 bytes, or all of it if it is shorter. Returns
/// std::nullopt for a Matrix Market file and for unrecognized files.
std::optional<FileKind> foreign_file_kind(std::string_view head);

/// Recognizes, by the first bytes, what a browser or git stores under the name of a file that it did not download: a
/// web page, an XML error message or a Git LFS pointer.
std::optional<FileKind> failed_download_kind(std::string_view head);

} // namespace warploom
