#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

// How the rows of a matrix are partitioned over ranks (a rank is a GPU or a part of one), and which elements of x the
// ranks exchange. This code depends neither on storage formats nor on GPUs.

namespace warploom::kernels {

/// Elements of x that one rank sends to another rank, in the receiver's order.
struct HaloMessage {
    int from = 0, to = 0;
    std::int64_t place = 0; ///< index of the first received element in the receiver's local x
    std::int64_t first = 0; ///< index of the first sent element among the sender's own elements, if `index` is empty
    std::int64_t count = 0;
    /// Indices of the sent elements among the sender's own elements; empty if they are contiguous.
    std::vector<std::int32_t> index;
};

/// The part of a matrix that one rank owns. The rank's local x consists of the elements owned by lower ranks, its own
/// elements, and the elements owned by higher ranks, in the column order of the matrix. Therefore, entries keep their
/// order within a row, and diagonals remain diagonals.
struct RankRows {
    std::int64_t first_row = 0, last_row = 0; ///< the rank's rows, first_row .. last_row - 1
    /// Range of the rank's own elements of x; equals the row range for a square matrix.
    std::int64_t first_col = 0, last_col = 0;
    std::vector<std::int32_t> halo; ///< columns owned by other ranks that the rank needs, in ascending order
    /// Number of halo columns before first_col, which is also the local index of the first own element.
    std::int64_t halo_below = 0;
    /// The longest range of rows (counted from first_row) that need no halo (remote elements of x) and can be computed
    /// during the exchange. The range is empty if it would be too short to justify separate launches.
    std::int64_t inner_first = 0, inner_last = 0;
    std::int64_t nonzeros = 0;

    std::int64_t rows() const { return last_row - first_row; }
    std::int64_t own_cols() const { return last_col - first_col; }
    std::int64_t local_cols() const { return own_cols() + static_cast<std::int64_t>(halo.size()); }
    /// Returns the index in the local x that corresponds to a matrix column. The column must be one of the rank's own
    /// columns or in the halo.
    std::int64_t local_col(std::int64_t column) const;
};

struct RowSplit {
    std::vector<RankRows> ranks;
    std::vector<HaloMessage> messages; ///< all messages, sorted by receiver and then by position
    std::int64_t rows = 0, cols = 0;

    /// Returns the number of elements of x that all ranks together receive per product.
    std::int64_t halo_entries() const {
        std::int64_t entries = 0;
        for (const auto& message : messages) entries += message.count;
        return entries;
    }
};

struct RowSplitOptions {
    int row_granule = 32;     ///< boundaries of the partition are multiples of this number
    int col_granule = 1;      ///< columns are exchanged in aligned groups of this size; 1, or the row granule
    bool whole_range = false; ///< whether the halo is one range of columns, so that diagonals stay contiguous
};

/// Partitions the rows so that all ranks have about the same number of entries. The columns of a square matrix are
/// partitioned in the same way as its rows; otherwise, columns are partitioned evenly. Ranks can be empty. A rank that
/// needs nearly all of x (nine tenths of the elements that other ranks own) receives all elements.
RowSplit split_rows(const CsrMatrix& matrix, int ranks, const RowSplitOptions& options = {});

/// Selects the entries of a row that local_rows() includes: all entries, entries in the rank's own columns, or entries
/// in columns that other ranks own.
enum class LocalColumns { all, own, halo };
/// Returns rows first .. last - 1 of the matrix, with columns that refer to the rank's local x. The rank must own these
/// rows.
CsrMatrix local_rows(const CsrMatrix& matrix, const RankRows& rank, std::int64_t first, std::int64_t last,
                     LocalColumns columns = LocalColumns::all);

} // namespace warploom::kernels
