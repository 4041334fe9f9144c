#pragma once

#include "app/operations/operation.h"

#include <functional>
#include <memory>
#include <vector>

namespace warploom::app {

/// Its memory is small: nothing large is tried there.
inline constexpr bool is_in_browser = sizeof(void*) < 8;

/// TraceSettings::most_turns over drawn matrices that are large: their rows have at most some hundred entries.
inline constexpr std::int64_t most_turns_over_many_rows = 1 << 18;

/// Names blocks of a launch that run, ascending.
using BlocksOfLaunch = std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)>;

/// The first block and the last.
std::vector<std::int64_t> ends_of(std::int64_t blocks, int block_size = 0);

/// The elements of a result that some blocks of each launch write.
struct LeftByBlocks {
    std::vector<double> numbers; ///< NaN where no thread wrote
    bool has_findings = false;
};
/// For `left_by_blocks`: nothing is counted, and no other block runs.
TraceSettings settings_of_blocks(TraceSettings settings, BlocksOfLaunch blocks);
/// Errors: those of trace_kernel.
LeftByBlocks left_by_blocks(TraceSubject subject, const TraceSettings& settings, const Progress& progress);

/// The elements of a product that some blocks of each launch write. No other blocks run, so this is fast for matrices
/// of any size.
struct BoundaryBlocks {
    std::shared_ptr<const Matrix> matrix;
    std::vector<double> x, y; ///< y: NaN where no thread wrote
    bool has_findings = false;

    /// Whether one of the rows that have a number has a wrong one.
    bool has_wrong_number(Precision precision) const;
};

/// x is `random:1`. Errors: those of trace_kernel.
BoundaryBlocks boundary_blocks_of(Inputs& inputs, const char* input, TraceSettings settings, BlocksOfLaunch blocks,
                                  const Progress& progress, const TraceWays& ways);

} // namespace warploom::app
