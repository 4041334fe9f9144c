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
    /// Total iterations of all warps with one thread per row: the sum of the longest row in each group of 32.
    std::int64_t steps_by_threads = 0;
    std::int64_t steps_sorted = 0;     ///< steps_by_threads, estimated for rows sorted by length
    std::int64_t steps_by_warps = 0;   ///< total iterations of all warps with one warp per row
    std::optional<std::int64_t> heavy; ///< the longest row, if it is much longer than the mean
    /// Row pointers of the matrix, which must outlive this object.
    const std::vector<std::int64_t>* row_pointer = nullptr;

    double mean() const { return rows > 0 ? static_cast<double>(nonzeros) / static_cast<double>(rows) : 0; }
    /// Returns a sentence such as "Rows have 2 to 1,442 entries."
    std::string description() const;
};
RowFigures row_figures(const CsrMatrix& matrix);

/// A lower bound on the time of all kernels of one type, from row statistics and the card alone.
struct TimeBound {
    double ns = 0;
    std::string cause;    ///< name of the CauseKind
    std::string sentence; ///< sentence that explains the bound
};

/// How a kernel maps rows to threads. If unknown, the bound considers only memory traffic.
enum class Sharing { unknown, thread_a_row, sorted_thread_a_row, warp_a_row, entries, entry_with_atomics, one_thread };
Sharing sharing_of(const std::string& kernel);

/// Returns the bound from the minimum memory traffic and the longest sequence of iterations of one thread.
/// `format_bytes` is the total size of the arrays.
TimeBound strict_bound(const std::string& kernel, const std::string& format, const RowFigures& rows,
                       const simulated::Card& card, Precision precision, double format_bytes);
/// Like strict_bound(), but also includes instruction issue, atomics and block starts, and ignores that adjacent
/// entries share sectors.
TimeBound quick_bound(const std::string& kernel, const std::string& format, const RowFigures& rows,
                      const simulated::Card& card, Precision precision, double format_bytes, int block);

} // namespace warploom::app
