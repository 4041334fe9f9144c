#pragma once

#include "engine/sentence.h"
#include "kernels/formats/bcsr.h"

namespace warploom::kernels {

/// Block CSR in the usual layout. (Bcsr uses the layout of the paper.) The b x b blocks are stored
/// one after another, each row by row, with one index per block. Block row i has blocks pointer[i] .. pointer[i + 1] -
/// 1. Block k is in block column column[k], and its values are at k b² .. (k + 1) b² - 1. Positions without an entry,
/// including positions outside the matrix, are zero and count as padding.
template <class T> struct BcsrBlocks {
    static constexpr FormatInfo info{
        "bcsr-blocks", "BCSR, block by block",
        sentence_pattern("Dense blocks, stored one after another, each in row-major order."),
        "rossignon2013 3.5, the usual layout"};
    int rows = 0, cols = 0;
    int block_size = 1; ///< b, the number of rows and columns of a block
    int block_rows = 0;
    int blocks = 0;
    std::vector<int> pointer; ///< index of the first block of each block row (block_rows + 1 elements)
    std::vector<int> column;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("pointer", pointer);
        visit("column", column);
        visit("value", value);
    }

    static int block_size_for(const CsrMatrix& a, const FormatOptions& options) {
        return Bcsr<T>::block_size_for(a, options);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions& options) {
        const int b = block_size_for(a, options);
        std::int64_t blocks = 0;
        const auto of_block_row = count_stored_columns(a, b);
        for (const std::int64_t columns : of_block_row) blocks += (columns + b - 1) / b;
        return static_cast<std::int64_t>(of_block_row.size() + 1) * 4 +
               blocks * (4 + std::int64_t{b} * b * static_cast<std::int64_t>(sizeof(T)));
    }

    static BcsrBlocks from_csr(const CsrMatrix& a, const FormatOptions& options) {
        const auto by_columns = Bcsr<T>::from_csr(a, options);
        BcsrBlocks f;
        f.rows = by_columns.rows;
        f.cols = by_columns.cols;
        f.block_size = by_columns.block_size;
        f.block_rows = by_columns.block_rows;
        const std::int64_t b = f.block_size;
        f.pointer.assign(f.block_rows + 1, 0);
        std::int64_t total = 0;
        for (int i = 0; i < f.block_rows; ++i) {
            // Only the last block of a block row can have fewer than b columns.
            total += (by_columns.pointer[i + 1] - by_columns.pointer[i] + b - 1) / b;
            f.pointer[i + 1] = checked_int(total, "blocks");
        }
        f.blocks = static_cast<int>(total);
        f.column.resize(total);
        f.value.assign(total * b * b, T(0));
        for_each_range(f.block_rows, a.rows + a.nonzeros(), [&](std::int64_t first, std::int64_t last) {
            for (std::int64_t i = first; i < last; ++i)
                for (std::int64_t j = by_columns.pointer[i]; j < by_columns.pointer[i + 1]; ++j) {
                    const std::int64_t in_row = j - by_columns.pointer[i], block = f.pointer[i] + in_row / b;
                    if (in_row % b == 0) f.column[block] = static_cast<int>(by_columns.column[j] / b);
                    for (std::int64_t row = 0; row < b; ++row)
                        f.value[(block * b + row) * b + in_row % b] = by_columns.value[j * b + row];
                }
        });
        return f;
    }
};

} // namespace warploom::kernels
