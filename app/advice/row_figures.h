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
    /// Number of loop iterations, summed over all warps, of a kernel with one thread per row. For each warp, this is
    /// the length of the longest of its 32 rows.
    std::int64_t steps_by_threads = 0;
    /// Number of loop iterations, summed over all warps, of a kernel with one warp per row.
    std::int64_t steps_by_warps = 0;
    /// Number of lanes that csr-vector uses for a row, and number of its loop iterations, summed over all warps.
    int lanes_a_row = 2;
    std::int64_t steps_by_vectors = 0;
    std::optional<std::int64_t> heavy; ///< index of the longest row if it is much longer than the mean
    /// Row pointers of the matrix, which must outlive this object.
    const std::vector<std::int64_t>* row_pointer = nullptr;

    double mean() const { return rows > 0 ? static_cast<double>(nonzeros) / static_cast<double>(rows) : 0; }
    /// Returns a sentence such as "Rows have 2 to 1,442 entries."
    std::string description() const;
};
RowFigures row_figures(const CsrMatrix& matrix);

/// Lower bound on the time of a kernel, computed only from row statistics and the card.
struct TimeBound {
    double ns = 0;
    std::string cause; ///< limiting factor, as the name of a CauseKind value
    std::string sentence;
};

/// How a kernel distributes work among its threads. If this is unknown, the lower bound considers only memory traffic.
enum class Sharing { unknown, thread_a_row, sorted_thread_a_row, lanes_a_row, entries, entry_with_atomics, one_thread };
Sharing sharing_of(const std::string& kernel);

/// A kernel call for which a lower bound is computed.
struct BoundedCall {
    std::string kernel, format;
    Precision precision = Precision::float64;
    CacheState cache = CacheState::cold;
    int block = 128;
    double format_bytes = 0; ///< total size of the format's arrays
};
/// Returns a lower bound on the time that the performance model computes from a complete trace. It is derived from the
/// minimum memory traffic and the largest number of iterations of any thread.
TimeBound strict_bound(const BoundedCall& call, const RowFigures& rows, const simulated::Card& card);
/// Like strict_bound(), but also accounts for instruction issue, atomics and the time to start blocks.
TimeBound quick_bound(const BoundedCall& call, const RowFigures& rows, const simulated::Card& card);

} // namespace warploom::app
