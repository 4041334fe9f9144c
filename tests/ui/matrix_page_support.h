#pragma once

#include "engine/generators/matrix_source.h"
#include "ui/session/session.h"

#include <memory>
#include <string>
#include <vector>

// Shared by the tests of the Matrix and Formats pages: matrices with everything that a session computes from them.

inline warploom::ui::MatrixHandle loaded(warploom::Matrix matrix) {
    auto result = std::make_shared<warploom::ui::LoadedMatrix>();
    result->matrix = std::move(matrix);
    result->statistics = warploom::matrix_statistics(result->matrix);
    result->pyramid = std::make_unique<const warploom::DensityPyramid>(result->matrix.csr);
    return result;
}

inline warploom::ui::MatrixHandle loaded(const std::string& name) { return loaded(warploom::load_matrix(name)); }

/// Returns a matrix with these entries, which must be in row order.
inline warploom::Matrix drawn(std::int64_t rows, std::int64_t cols, const std::vector<warploom::Entry>& entries) {
    warploom::Matrix matrix;
    matrix.name = "drawn";
    matrix.csr.rows = rows;
    matrix.csr.cols = cols;
    matrix.csr.row_pointer.assign(static_cast<std::size_t>(rows) + 1, 0);
    for (const warploom::Entry& entry : entries) {
        matrix.csr.column.push_back(static_cast<std::int32_t>(entry.col));
        matrix.csr.value.push_back(entry.value);
        ++matrix.csr.row_pointer[entry.row + 1];
        if (entry.value == 0) ++matrix.explicit_zeros;
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(rows); ++row)
        matrix.csr.row_pointer[row + 1] += matrix.csr.row_pointer[row];
    matrix.stored = static_cast<std::int64_t>(entries.size());
    return matrix;
}
