#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/debug.h"
#include "engine/simt/recording/data_flow.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Specifies the terms that should be added to compute one element of the result.
struct ExpectedRow {
    enum class Of {
        product, ///< element of y = A x
        solve,   ///< element of x in L x = b; sums are not compared, because they depend on earlier elements
        gram     ///< element of C = AᵀA: the product of columns `gram_row` (stored as a row) and `gram_column` of A
    };
    Of of = Of::product;
    /// The matrix of the terms. For a solve, the diagonal entry is the last one in each row.
    const CsrMatrix& a;
    const std::vector<double>& x; ///< vector that is multiplied by the entries; not used for a solve
    std::int64_t row = 0;         ///< row of `a`; for C = AᵀA, `a` has only this row
    /// Row and column of the element of C, and dimensions of A; used only for C = AᵀA.
    std::int64_t gram_row = 0, gram_column = 0, dense_rows = 0, dense_columns = 0;
    bool single = false;
    /// Whether other blocks can add entries to the row. If so, an entry that this block does not add may have been
    /// added by another block.
    bool is_shared = false;

    std::int64_t begin() const { return a.row_pointer[static_cast<std::size_t>(row)]; }
    std::int64_t end() const { return a.row_pointer[static_cast<std::size_t>(row) + 1] - (of == Of::solve ? 1 : 0); }
};

/// Returns the first entry of a row that a recorded block did not add exactly once, or the first sum that differs from
/// the sum of its terms. Returns std::nullopt if there is no such error, or if the sum depends on values that were not
/// recorded. `line_of` returns the file and line of a location.
std::optional<protocol::DebugDifference>
first_difference(const simt::BlockRecording& recording, const simt::DataFlow& flow, const ExpectedRow& expected,
                 const std::function<std::pair<std::string, int>(const simt::SourceLocation&)>& line_of);

} // namespace warploom::app
