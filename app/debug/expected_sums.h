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

/// Describes which terms should be added for one element of the result.
struct ExpectedRow {
    enum class Of {
        product, ///< row of y = A x
        solve,   ///< x of L x = b, which is computed from its earlier elements; only entries are compared, not sums
        gram     ///< element of C = AᵀA: column `gram_row` of A, as a row, times column `gram_column`
    };
    Of of = Of::product;
    /// The matrix of the terms. For a solve, the last entry of each row is the diagonal.
    const CsrMatrix& a;
    const std::vector<double>& x; ///< vector by which the entries are multiplied; not used for a solve
    std::int64_t row = 0;         ///< row of `a`; for C = AᵀA, `a` has only this row
    /// For C = AᵀA: the element of C, and the dimensions of A.
    std::int64_t gram_row = 0, gram_column = 0, dense_rows = 0, dense_columns = 0;
    bool single = false;
    /// Whether other blocks can add to the row, so that entries that this block does not add are not missing.
    bool is_shared = false;

    std::int64_t begin() const { return a.row_pointer[static_cast<std::size_t>(row)]; }
    std::int64_t end() const { return a.row_pointer[static_cast<std::size_t>(row) + 1] - (of == Of::solve ? 1 : 0); }
};

/// Returns the first entry of a row that a recorded block did not add exactly once, or the first sum that is not the
/// sum of its terms. Returns std::nullopt if all of them are right, or if the sum depends on values that are not
/// recorded. `line_of` returns the file and line of a location.
std::optional<protocol::DebugDifference>
first_difference(const simt::BlockRecording& recording, const simt::DataFlow& flow, const ExpectedRow& expected,
                 const std::function<std::pair<std::string, int>(const simt::SourceLocation&)>& line_of);

} // namespace warploom::app
