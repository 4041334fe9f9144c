#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <string>
#include <vector>

namespace warploom::imports {

/// Maximum number of rows or columns. Valid indices are less than this number.
constexpr std::int64_t largest_order = 2147483647;

/// Collects the entries of a matrix in any order. `path` is the file name in error messages and must outlive the list.
class EntryList {
public:
    EntryList(const std::string& path, const Progress& progress) : path_(path), progress_(progress) {}

    /// Adds an entry. Indices are counted from 0 and must be less than largest_order. Errors: "memory.limit",
    /// "cancelled".
    void add(std::int64_t row, std::int64_t col, double value) {
        if (entries_.size() == entries_.capacity()) grow();
        entries_.push_back({static_cast<std::int32_t>(row), static_cast<std::int32_t>(col), value});
    }
    /// Adds an entry of a complex matrix. Real and complex entries must not be mixed in one list.
    void add(std::int64_t row, std::int64_t col, double real, double imaginary) {
        add(row, col, real);
        imaginary_.push_back(imaginary);
    }
    /// Subtracts `first_row` and `first_col` from all indices. Use it, for example, if the indices in the file start at
    /// 1.
    void shift(std::int64_t first_row, std::int64_t first_col);
    std::int64_t size() const { return static_cast<std::int64_t>(entries_.size()); }

    /// Builds the matrix from the list. Adds mirrored entries according to the symmetry and sums duplicates. Errors:
    /// "file.unsupported" if almost all of very many rows are empty, "memory.limit", "cancelled".
    Matrix build(std::int64_t rows, std::int64_t cols, Field field, Symmetry symmetry, int threads) &&;

private:
    struct Listed {
        std::int32_t row, col;
        double value;
    };
    void grow();

    const std::string& path_;
    const Progress& progress_;
    std::vector<Listed> entries_;
    std::vector<double> imaginary_; ///< imaginary parts of the values; empty for a real matrix
};

} // namespace warploom::imports
