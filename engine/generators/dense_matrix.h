#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom {

/// A dense matrix with rows x cols values in row-major order: a(i, j) = value[i * cols + j].
struct DenseMatrix {
    std::int64_t rows = 0, cols = 0;
    std::vector<double> value;
};

/// Loads a dense matrix. For `dense:rows=...,cols=...,seed=...`, generates the matrix directly, with the same values as
/// the sparse generator. For any other name, loads a sparse matrix and converts it. Throws before allocating memory if
/// the matrix and the product AᵀA would not fit in free memory. Errors: same as load_matrix(), "memory.limit", and
/// "matrix.unsupported" for complex matrices.
DenseMatrix load_dense_matrix(const std::string& name, const Progress& progress = {}, int threads = 0);
DenseMatrix dense_matrix_of(const Matrix& matrix);

} // namespace warploom
