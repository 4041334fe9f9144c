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

/// `dense:rows=...,cols=...,seed=...` is made directly; any other name is loaded as a matrix and filled up with zeros.
/// The values of `dense:...` are those of the generator of the same name. Refuses what would not fit beside the rest
/// of the work in free memory, with the figure, before anything is allocated.
/// Errors: those of load_matrix, "memory.limit", "matrix.unsupported" for complex ones.
DenseMatrix load_dense_matrix(const std::string& name, const Progress& progress = {}, int threads = 0);
DenseMatrix dense_matrix_of(const Matrix& matrix);

} // namespace warploom
