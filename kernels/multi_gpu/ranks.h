#pragma once

#include "engine/matrix/csr_matrix.h"

#include <cstdint>
#include <vector>

// How the rows of a matrix are shared out among ranks (a rank is a GPU, or a part of one), and which entries of x
// travel between them. Nothing here knows of formats or of GPUs.

namespace warploom::kernels {

/// Entries of x that one rank sends to another, in the order in which they lie at the receiver.
struct HaloMessage {
    int from = 0, to = 0;
    std::int64_t place = 0; ///< where they begin in the receiver's local x
    std::int64_t first = 0; ///< where they begin among the sender's own entries, unless `index` says more
    std::int64_t count = 0;
    std::vector<std::int32_t> index; ///< places among the sender's own entries; empty: first, first + 1, ...
};

/// The data of one rank. Its local x consists of entries that other ranks own below its own entries, its own entries,
/// and entries that other ranks own above them, in the column order of the matrix. So entries keep their order within a
/// row, and diagonals remain diagonals.
struct RankRows {
    std::int64_t first_row = 0, last_row = 0; ///< rows first_row .. last_row - 1
    std::int64_t first_col = 0, last_col = 0; ///< own entries of x; of a square matrix the same numbers
    std::vector<std::int32_t> halo;           ///< columns that others own, ascending
    std::int64_t halo_below = 0;              ///< how many of them are below first_col: where own entries begin locally
    /// The longest run of rows (from first_row on) that need no halo, and can be computed while it travels. Empty where
    /// it would be too short to be worth launches of its own.
    std::int64_t inner_first = 0, inner_last = 0;
    std::int64_t nonzeros = 0;

    std::int64_t rows() const { return last_row - first_row; }
    std::int64_t own_cols() const { return last_col - first_col; }
    std::int64_t local_cols() const { return own_cols() + static_cast<std::int64_t>(halo.size()); }
    /// Where a column of the matrix, own or of the halo, stands in the local x.
    std::int64_t local_col(std::int64_t column) const;
};

struct RowSplit {
    std::vector<RankRows> ranks;
    std::vector<HaloMessage> messages; ///< by receiver, then by place
    std::int64_t rows = 0, cols = 0;

    /// Entries of x that travel for one product.
    std::int64_t halo_entries() const {
        std::int64_t entries = 0;
        for (const auto& message : messages) entries += message.count;
        return entries;
    }
};

struct RowSplitOptions {
    int row_granule = 32;     ///< cuts stand at multiples of this
    int col_granule = 1;      ///< columns travel in aligned groups of so many; 1, or the row granule
    bool whole_range = false; ///< from the first to the last column that is needed: what keeps diagonals whole
};

/// Cuts the rows so that every rank has about as many entries; of a square matrix the columns are cut at the same
/// places, of others evenly. Ranks may come out empty. Where a rank needs nearly all of x (nine tenths of what others
/// own) it gets all of it.
RowSplit split_rows(const CsrMatrix& matrix, int ranks, const RowSplitOptions& options = {});

/// Which entries of a row local_rows() takes: all, those in the rank's own columns, or those in columns that others
/// own.
enum class LocalColumns { all, own, halo };
/// Returns rows first .. last - 1 of the matrix (within those of the rank) over the rank's local x.
CsrMatrix local_rows(const CsrMatrix& matrix, const RankRows& rank, std::int64_t first, std::int64_t last,
                     LocalColumns columns = LocalColumns::all);

} // namespace warploom::kernels
