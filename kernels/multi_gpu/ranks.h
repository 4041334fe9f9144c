#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

// Partitions the rows of a matrix over ranks (a rank is a GPU or a part of one), and determines which elements of x
// they exchange. This file does not depend on storage formats and GPUs.

namespace warploom::kernels {

/// Elements of x that one rank sends to another, in the receiver's order.
struct HaloMessage {
    int from = 0, to = 0;
    std::int64_t place = 0; ///< index of the first received element in the receiver's local x
    std::int64_t first = 0; ///< index of the first sent element among the sender's own elements, if `index` is empty
    std::int64_t count = 0;
    /// Indices of the sent elements among the sender's own elements; empty if they are contiguous.
    std::vector<std::int32_t> index;
};

/// The rows of a matrix that one rank owns. The local x of the rank consists of elements owned by lower ranks, its own
/// elements, and elements owned by higher ranks. They are in column order, so entries keep their order within a row,
/// and diagonals remain diagonals.
struct RankRows {
    std::int64_t first_row = 0, last_row = 0;
    /// The rank's own elements of x; the same range as the rows for a square matrix.
    std::int64_t first_col = 0, last_col = 0;
    std::vector<std::int32_t> halo; ///< required columns of other ranks, in ascending order
    /// Number of halo columns before first_col, which is also the local index of the first own element.
    std::int64_t halo_below = 0;
    /// The longest range of rows (counted from first_row) without remote elements of x, which can be computed during
    /// the exchange. The range is empty if it would be too short for separate launches.
    std::int64_t inner_first = 0, inner_last = 0;
    std::int64_t nonzeros = 0;

    std::int64_t rows() const { return last_row - first_row; }
    std::int64_t own_cols() const { return last_col - first_col; }
    std::int64_t local_cols() const { return own_cols() + static_cast<std::int64_t>(halo.size()); }
    /// Returns the index of a matrix column in the local x. The column must be the rank's own or in the halo.
    std::int64_t local_col(std::int64_t column) const;
};

struct RowSplit {
    std::vector<RankRows> ranks;
    std::vector<HaloMessage> messages;
    std::int64_t rows = 0, cols = 0;

    /// Returns the number of elements of x that all ranks together receive per product.
    std::int64_t halo_entries() const {
        std::int64_t entries = 0;
        for (const auto& message : messages) entries += message.count;
        return entries;
    }
};

struct RowSplitOptions {
    int row_granule = 32;     ///< boundaries are multiples of this number
    int col_granule = 1;      ///< columns are exchanged in aligned groups of this size; 1, or the row granule
    bool whole_range = false; ///< whether the halo is one range of columns, which keeps diagonals contiguous
};

/// Partitions the rows into parts with about the same number of entries. The columns of a square matrix are partitioned
/// like its rows; other columns are partitioned evenly. Ranks can be empty. A rank that needs at least nine tenths of
/// the remote elements of x receives all of them.
RowSplit split_rows(const CsrMatrix& matrix, int ranks, const RowSplitOptions& options = {});

/// Selects which entries of a row local_rows() includes: all entries, only entries in the rank's own columns, or only
/// entries in columns of other ranks.
enum class LocalColumns { all, own, halo };
/// Returns rows first .. last - 1 of the matrix, which the rank must own, with columns of the rank's local x.
CsrMatrix local_rows(const CsrMatrix& matrix, const RankRows& rank, std::int64_t first, std::int64_t last,
                     LocalColumns columns = LocalColumns::all);

} // namespace warploom::kernels
