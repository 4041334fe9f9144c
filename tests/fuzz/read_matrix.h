#pragma once

#include "engine/matrix/matrix_market.h"
#include "engine/matrix/matrix_market_header.h"
#include "engine/text_file.h"
#include "fuzz/target.h"

namespace warploom::fuzz {

/// Aborts if the matrix violates the guarantees in csr_matrix.h.
inline void require_sound(const CsrMatrix& a) {
    require(static_cast<std::int64_t>(a.row_pointer.size()) == a.rows + 1, "there is a pointer a row and one more");
    require(a.row_pointer.front() == 0 && a.row_pointer.back() == a.nonzeros(), "the pointers cover the entries");
    require(a.column.size() == a.value.size(), "every entry has a column and a value");
    for (std::int64_t row = 0; row < a.rows; ++row) {
        require(a.row_length(row) >= 0, "pointers ascend");
        for (std::int64_t k = a.row_pointer[row]; k < a.row_pointer[row + 1]; ++k) {
            require(a.column[k] >= 0 && a.column[k] < a.cols, "columns lie inside the matrix");
            require(k == a.row_pointer[row] || a.column[k - 1] < a.column[k], "columns ascend");
        }
    }
}

/// Reads the file with one thread and with three, and compares the results.
inline void read_matrix_twice(const std::string& path) {
    // Row pointers of hundreds of megabytes are valid, but filling them repeatedly finds nothing.
    constexpr std::int64_t most_rows = 100000;
    if (read_market_header(path, TextFile(path)).rows > most_rows) return;
    const Matrix matrix = read_matrix_market(path, {}, 1);
    if (!matrix.is_oversize()) require_sound(matrix.csr);
    require(read_matrix_market(path, {}, 3).hash() == matrix.hash(), "threads do not change the matrix");
}

} // namespace warploom::fuzz
