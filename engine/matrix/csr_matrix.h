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

/// The matrix as every part of the program passes it on: compressed sparse rows, double values. Columns ascend within a
/// row and no position is stored twice. Row pointers have 8 bytes, because a matrix may have more than 2^31 entries;
/// the arrays that kernels read have 4-byte indices and are converted from this.
struct CsrMatrix {
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::vector<std::int64_t> row_pointer{0}; ///< rows + 1 entries
    std::vector<std::int32_t> column;         ///< nonzeros() entries
    std::vector<double> value;                ///< nonzeros() entries; the real part of a complex matrix
    std::vector<double> imaginary;            ///< empty unless the matrix is complex

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

/// One entry of a matrix whose order is beyond what CsrMatrix can hold.
struct Entry {
    std::int64_t row = 0;
    std::int64_t col = 0;
    double value = 0;
};

/// A matrix together with what its file or generator said of it.
struct Matrix {
    std::string name; ///< as it was written: a path, or a generator such as `random-rows:n=4096,fraction=0.2,seed=7`
    CsrMatrix csr;    ///< the expanded matrix; left empty when `is_oversize()`

    std::int64_t stored = 0;         ///< entries in the file (a generator stores every nonzero)
    std::int64_t explicit_zeros = 0; ///< stored entries whose value is zero; they are kept
    std::int64_t repeats = 0;        ///< expanded entries that repeated an earlier position and were added to it
    Field field = Field::real;
    Symmetry symmetry = Symmetry::general; ///< as the banner says, before expansion

    /// Rows and columns may exceed 2^31 - 1 in a file, or be so many beside the entries that the row pointers
    /// alone would fill the memory. Such a matrix can be described, not run: its order is here, its entries
    /// (expanded, sorted by row and column, repeats summed) in `oversize_entries`.
    std::int64_t oversize_rows = 0;
    std::int64_t oversize_cols = 0;
    std::vector<Entry> oversize_entries;

    /// For a water network: b of A x = b (flows in cubic feet per second, heads x in feet), and the contribution of
    /// each link, in the order of the network, to the matrix (p = 1 / (dh/dQ) in square feet per second, or 1). Null
    /// for other matrices.
    std::shared_ptr<const network::WaterNetwork> network;
    std::vector<double> right_side;
    std::vector<double> link_conductance;

    /// The permutation from the user's rows and columns; null if the matrix has its original order.
    std::shared_ptr<const ordering::Order> order;

    bool is_oversize() const { return oversize_rows != 0 || oversize_cols != 0; }
    std::int64_t rows() const { return is_oversize() ? oversize_rows : csr.rows; }
    std::int64_t cols() const { return is_oversize() ? oversize_cols : csr.cols; }

    /// Empty when kernels can run it; otherwise the sentence that says why not (complex, too large).
    std::string why_not_runnable() const;
    /// 64-bit FNV-1a, word by word, over order, structure and values; equal on every machine.
    std::uint64_t hash() const;
};

} // namespace warploom
