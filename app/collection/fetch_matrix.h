#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::app {

/// A matrix of the SuiteSparse Matrix Collection (Davis & Hu 2011).
struct CollectionMatrix {
    std::string name, group;
    std::int64_t rows = 0, columns = 0;
    std::int64_t nonzeros = 0; ///< number of nonzeros, excluding explicitly stored zeros
};

/// Returns the matrices in datasets/collection/matrices.csv. Papers on sparse matrix kernels use these matrices.
const std::vector<CollectionMatrix>& collection_matrices();

struct FetchSettings {
    std::string name; ///< name of a matrix in collection_matrices(), or GROUP/NAME for any other one
    std::string folder = ".";
    std::string from = "https://sparse.tamu.edu"; ///< address of the collection or of a mirror
};

struct FetchedMatrix {
    std::string address, file;
    Matrix matrix;
    bool was_there = false; ///< whether the file already existed, so no download was necessary
};

/// Downloads the archive of a matrix with curl, and loads it. Resumes a download that was interrupted. Errors:
/// "fetch.unknown", "fetch.curl" if curl is not in PATH, "fetch.download" with the address, "fetch.mismatch" if the
/// size of the matrix differs from the size in the list, the errors of load_matrix(), "cancelled".
FetchedMatrix fetch_matrix(const FetchSettings& settings, const Progress& progress);

} // namespace warploom::app
