#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom {

/// rows x cols values, row by row: a(i, j) = value[i * cols + j].
struct DenseMatrix {
    std::int64_t rows = 0, cols = 0;
    std::vector<double> value;
};

/// `dense:rows=...,cols=...,seed=...` is generated directly; any other name is loaded as a sparse matrix and converted.
/// The values of `dense:...` are those of the generator of the same name. Throws before anything is allocated if the
/// matrix would not fit in free memory along with the rest of the work.
/// Errors: those of load_matrix, "memory.limit", "matrix.unsupported" for complex ones.
DenseMatrix load_dense_matrix(const std::string& name, const Progress& progress = {}, int threads = 0);
DenseMatrix dense_matrix_of(const Matrix& matrix);

} // namespace warploom
