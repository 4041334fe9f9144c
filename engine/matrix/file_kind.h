#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace warploom {

/// File formats supported by engine/matrix/imports, and EPANET input files (engine/network).
enum class FileFormat {
    other,
    harwell_boeing,
    metis,
    edge_list,
    libsvm,
    petsc,
    matlab,
    hdf5,
    npy,
    npz,
    tar,
    zip,
    epanet
};

/// Sentences for the user that describe a file in a format other than Matrix Market.
struct FileKind {
    std::string sentence;
    std::string hint; ///< hint that suggests what to do next
    FileFormat format = FileFormat::other;
};

/// Recognizes common kinds of files by their first bytes, regardless of the file name: archives, compressed files, web
/// pages, Git LFS pointers, MATLAB, HDF5, NumPy, PETSc, Harwell-Boeing, EPANET, LIBSVM and lists of edges. `head` is
/// the start of the file, or of the decompressed data of a gzip file. It has at least 512 bytes unless the file is
/// shorter. Returns std::nullopt for a Matrix Market file and for unrecognized files.
std::optional<FileKind> foreign_file_kind(std::string_view head);

/// Recognizes failed downloads: files in which a browser or git stored a web page, an XML error message or a Git LFS
/// pointer instead of the matrix.
std::optional<FileKind> failed_download_kind(std::string_view head);

} // namespace warploom
