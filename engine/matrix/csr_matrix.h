#pragma once

#include "engine/enum_words.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace warploom {

namespace network {
struct WaterNetwork;
}
namespace ordering {
struct Order;
}

/// The sparse matrix type used throughout the program: compressed sparse row (CSR) storage with double-precision
/// values. The column indices of each row are in ascending order and distinct. Row pointers have 8 bytes, because a
/// matrix can have more than 2^31 entries. For kernels, the arrays are converted to 4-byte indices.
struct CsrMatrix {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<std::int64_t> row_pointer{0}; ///< row pointers: rows + 1 elements
    std::vector<std::int32_t> column;         ///< column indices: nonzeros() elements
    std::vector<double> value;                ///< values: nonzeros() elements; only the real parts for a complex matrix
    std::vector<double> imaginary;            ///< imaginary parts of the values of a complex matrix; otherwise empty

    std::int64_t nonzeros() const { return static_cast<std::int64_t>(column.size()); }
    std::int64_t row_length(std::int64_t row) const { return row_pointer[row + 1] - row_pointer[row]; }
    std::int64_t bytes() const {
        return static_cast<std::int64_t>(row_pointer.size() * sizeof(std::int64_t) +
                                         column.size() * sizeof(std::int32_t) +
                                         (value.size() + imaginary.size()) * sizeof(double));
    }
};

enum class Field { real, integer, pattern, complex };
enum class Symmetry { general, symmetric, skew_symmetric, hermitian };

constexpr auto words_of(Field) { return std::array{"real", "integer", "pattern", "complex"}; }
constexpr auto words_of(Symmetry) { return std::array{"general", "symmetric", "skew-symmetric", "hermitian"}; }

/// An entry of a sparse matrix that is too large for CsrMatrix.
struct Entry {
    std::int64_t row = 0;
    std::int64_t col = 0;
    double value = 0;
};

struct Matrix {
    /// Name specified by the user: a path, or a generator such as `random-rows:n=4096,fraction=0.2,seed=7`.
    std::string name;
    CsrMatrix csr; ///< the matrix with all mirrored entries; empty if is_oversize()

    std::int64_t stored = 0; ///< number of entries stored in the file; for a generator, the number of nonzeros
    std::int64_t explicit_zeros = 0;
    /// Number of duplicate entries. Each was added to another entry at the same position.
    std::int64_t repeats = 0;
    Field field = Field::real;
    Symmetry symmetry = Symmetry::general; ///< symmetry stated in the file header; mirrored entries have been added
    /// Describes how an ambiguous file was interpreted. Empty for all other files.
    std::string remark;

    /// Dimensions of a matrix that is too large for kernels, or 0 for all other matrices. A matrix is too large if it
    /// has more than 2^31 - 1 rows or columns, or so many rows that the row pointers alone would fill the memory.
    /// `oversize_entries` stores its entries, sorted by row and column. Mirrored entries are included, and duplicates
    /// have been summed.
    std::int64_t oversize_rows = 0;
    std::int64_t oversize_cols = 0;
    std::vector<Entry> oversize_entries;

    /// The right-hand side b of A x = b that is provided with the matrix, or an empty vector if there is none. For a
    /// water network, b contains flows in cubic feet per second, and x contains heads in feet.
    std::vector<double> right_side;
    /// The water network to which the matrix belongs, or null if there is none, and the conductance p = 1 / (dh/dQ) of
    /// each link, in network order. Conductances are in square feet per second, or all 1.
    std::shared_ptr<const network::WaterNetwork> network;
    std::vector<double> link_conductance;

    /// The permutation that was applied to the rows and columns; null if the matrix is in its original order.
    std::shared_ptr<const ordering::Order> order;

    bool is_oversize() const { return oversize_rows != 0 || oversize_cols != 0; }
    std::int64_t rows() const { return is_oversize() ? oversize_rows : csr.rows; }
    std::int64_t cols() const { return is_oversize() ? oversize_cols : csr.cols; }

    /// Returns the reason why kernels cannot run on the matrix (it is complex or too large), or an empty string if they
    /// can.
    std::string why_not_runnable() const;
    /// Returns a 64-bit FNV-1a hash of the dimensions, the structure and the values, which is the same on every
    /// machine.
    std::uint64_t hash() const;
};

} // namespace warploom
