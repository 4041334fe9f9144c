#pragma once

#include "engine/error.h"
#include "engine/sentence.h"
#include "kernels/formats/arrays.h"

#include <algorithm>

namespace warploom::kernels {

/// Returns the BCSR block size: the largest b up to 16 with b x b blocks that are at least 80 % full, or 1 if there is
/// none.
int detect_block_size(const CsrMatrix& a);
/// Returns the number of stored columns in each block row of BCSR for block size b. Each block has b columns, or fewer
/// if the matrix ends inside the block.
std::vector<std::int64_t> count_stored_columns(const CsrMatrix& a, int b);

/// Block CSR. The matrix is divided into b x b blocks, and blocks with at least one entry are stored densely. A block
/// row is stored column by column, with b values per column. Every column has its own index, so columns of a block row
/// can be distributed over lanes regardless of block boundaries. Block row i has columns pointer[i] .. pointer[i + 1] -
/// 1, and the values of column j are at j * b .. j * b + b - 1. Columns outside the matrix are not stored. Rows outside
/// the matrix and positions without an entry are zero and count as padding.
template <class T> struct Bcsr : MatrixSize {
    static constexpr FormatInfo info{
        "bcsr", "BCSR", sentence_pattern("Dense blocks, stored in column-major order within each block row."),
        "rossignon2013 3.5"};
    int block_size = 1; ///< b, the number of rows and columns of a block
    int block_rows = 0;
    int stored_columns = 0;   ///< total number of stored columns in all block rows
    std::vector<int> pointer; ///< index of the first stored column of each block row (block_rows + 1 elements)
    std::vector<int> column;
    std::vector<T> value;

    template <class Visit> void arrays(Visit&& visit) const {
        visit("pointer", pointer);
        visit("column", column);
        visit("value", value);
    }

    static int block_size_for(const CsrMatrix& a, const FormatOptions& options) {
        if (options.block_size < 0)
            throw Error("format.option",
                        sentence("BCSR cannot have blocks with {rows} rows.", {{"rows", options.block_size}}),
                        sentence("Choose a block size of at least 1, or 0 to detect it."));
        return options.block_size > 0 ? options.block_size : detect_block_size(a);
    }

    static std::int64_t bytes_needed(const CsrMatrix& a, const FormatOptions& options) {
        const int b = block_size_for(a, options);
        std::int64_t columns = 0;
        const auto of_block_row = count_stored_columns(a, b);
        for (const std::int64_t count : of_block_row) columns += count;
        return static_cast<std::int64_t>(of_block_row.size() + 1) * 4 +
               columns * (4 + b * static_cast<std::int64_t>(sizeof(T)));
    }

    static Bcsr from_csr(const CsrMatrix& a, const FormatOptions& options) {
        Bcsr f;
        f.take_size(a);
        const int b = f.block_size = block_size_for(a, options);
        const auto of_block_row = count_stored_columns(a, b);
        f.block_rows = static_cast<int>(of_block_row.size());
        f.pointer.assign(f.block_rows + 1, 0);
        std::int64_t total = 0;
        for (int i = 0; i < f.block_rows; ++i) {
            total += of_block_row[i];
            f.pointer[i + 1] = checked_int(total, sentence_pattern("block columns"));
        }
        f.stored_columns = static_cast<int>(total);
        f.column.resize(total);
        f.value.assign(total * b, T(0));
        for_each_range(f.block_rows, a.rows + a.nonzeros(), [&](std::int64_t first, std::int64_t last) {
            std::vector<int> blocks; // block columns of one block row in ascending order
            for (std::int64_t i = first; i < last; ++i) f.fill_block_row(a, i, blocks);
        });
        return f;
    }

private:
    void fill_block_row(const CsrMatrix& a, std::int64_t block_row, std::vector<int>& blocks) {
        const std::int64_t b = block_size;
        const std::int64_t first_row = block_row * b;
        const std::int64_t end_row = std::min<std::int64_t>(first_row + b, a.rows);
        blocks.clear();
        for (std::int64_t row = first_row; row < end_row; ++row)
            for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
                const int block = static_cast<int>(a.column[k] / b);
                if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
            }
        std::sort(blocks.begin(), blocks.end());
        blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());

        std::int64_t j = pointer[block_row];
        for (const int block : blocks)
            for (std::int64_t c = block * b; c < std::min<std::int64_t>((block + 1) * b, a.cols); ++c)
                column[j++] = static_cast<int>(c);
        for (std::int64_t row = first_row; row < end_row; ++row) {
            std::size_t at = 0; // columns are ascending, so a row needs only one pass over the blocks
            for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
                while (blocks[at] != a.column[k] / b) ++at;
                const std::int64_t stored = pointer[block_row] + static_cast<std::int64_t>(at) * b + a.column[k] % b;
                value[stored * b + row - first_row] = static_cast<T>(a.value[k]);
            }
        }
    }
};

} // namespace warploom::kernels
