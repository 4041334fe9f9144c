#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace warploom::app {

/// Statistics of the row lengths, computed in one pass over the row pointers.
struct RowFigures {
    std::int64_t rows = 0, cols = 0, nonzeros = 0;
    std::int64_t shortest = 0, longest = 0, longest_row = 0;
    std::int64_t steps_by_threads = 0; ///< turns of all warps where a thread takes a row: the longest of each 32 rows
    std::int64_t steps_sorted = 0;     ///< same for rows sorted by similar length; an estimate
    std::int64_t steps_by_warps = 0;   ///< turns of all warps where a warp takes a row
    std::optional<std::int64_t> heavy; ///< the longest row, where it is much longer than the mean
    const std::vector<std::int64_t>* row_pointer = nullptr; ///< of the matrix, which lives on

    double mean() const { return rows > 0 ? static_cast<double>(nonzeros) / static_cast<double>(rows) : 0; }
    /// Returns "Rows have 2 to 1,442 entries."
    std::string description() const;
};
RowFigures row_figures(const CsrMatrix& matrix);

/// A time that no kernel of its kind can stay below, from the figures of the rows and of the card alone.
struct TimeBound {
    double ns = 0;
    std::string cause;    ///< as CauseKind names it
    std::string sentence; ///< made of counts
};

/// How a kernel shares out the rows; of one that is not known, only its bytes.
enum class Sharing { unknown, thread_a_row, sorted_thread_a_row, warp_a_row, entries, entry_with_atomics, one_thread };
Sharing sharing_of(const std::string& kernel);

/// Bytes that memory must move at the least, and the longest chain of one thread. `format_bytes`: of all arrays.
TimeBound strict_bound(const std::string& kernel, const std::string& format, const RowFigures& rows,
                       const simulated::Card& card, Precision precision, double format_bytes);
/// Same with instruction issue, atomics and block starts; excludes the sectors that adjacent entries share.
TimeBound quick_bound(const std::string& kernel, const std::string& format, const RowFigures& rows,
                      const simulated::Card& card, Precision precision, double format_bytes, int block);

} // namespace warploom::app
