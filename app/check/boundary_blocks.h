#pragma once

#include "app/operations/operation.h"

#include <functional>
#include <memory>
#include <vector>

namespace warploom::app {

/// Whether the program runs in a web browser, where large inputs are not tested because memory is limited.
inline constexpr bool is_in_browser = sizeof(void*) < 8;

/// Maximum number of loop iterations per warp (TraceSettings::most_turns) for large test matrices, whose rows have at
/// most a few hundred entries.
inline constexpr std::int64_t most_turns_over_many_rows = 1 << 18;

/// Function that returns, in ascending order, the indices of the blocks of a launch to run.
using BlocksOfLaunch = std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)>;

/// Returns the indices of the first and last blocks of a grid in ascending order.
std::vector<std::int64_t> ends_of(std::int64_t blocks, int block_size = 0);

/// Returns the blocks to run, in ascending order. These are the first and last blocks, a few random blocks, and the
/// blocks near each constant of the source. A constant can be a block index or a row index, so both interpretations are
/// used. `rows_a_block` is the number of rows per block, or 0 if it is unknown.
std::vector<std::int64_t> sampled_blocks(std::int64_t blocks, const std::vector<std::int64_t>& constants,
                                         std::int64_t rows_a_block = 0);

/// The elements of a result that the selected blocks of all launches wrote.
struct LeftByBlocks {
    std::vector<double> numbers; ///< value of each element; NaN if no thread wrote it
    bool has_findings = false;
    bool is_endless = false; ///< whether a loop exceeded the maximum number of iterations
};
/// Returns a copy of the settings for left_by_blocks(): counters are off, and only the selected blocks run.
TraceSettings settings_of_blocks(TraceSettings settings, BlocksOfLaunch blocks);
/// Runs the selected blocks of each launch. Errors: any error from trace_kernel.
LeftByBlocks left_by_blocks(TraceSubject subject, const TraceSettings& settings, const Progress& progress);

/// The elements of a product that the selected blocks wrote. No other blocks run, so this is fast for matrices of any
/// size.
struct BoundaryBlocks {
    std::shared_ptr<const Matrix> matrix;
    std::vector<double> x, y; ///< input vector x and product y; rows of y that no thread wrote are NaN
    bool has_findings = false;
    bool is_endless = false; ///< whether a loop exceeded the maximum number of iterations

    /// Returns whether any row that a thread wrote has a wrong value.
    bool has_wrong_number(Precision precision) const;
};

/// Runs the selected blocks of an SpMV kernel with the random vector x = `random:1`. Errors: any error from
/// trace_kernel.
BoundaryBlocks boundary_blocks_of(Inputs& inputs, const char* input, TraceSettings settings, BlocksOfLaunch blocks,
                                  const Progress& progress, const TraceWays& ways);

} // namespace warploom::app
