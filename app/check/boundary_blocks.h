#pragma once

#include "app/operations/operation.h"

#include <functional>
#include <memory>
#include <vector>

namespace warploom::app {

/// True in a browser, where memory is limited and large inputs are therefore not tested.
inline constexpr bool is_in_browser = sizeof(void*) < 8;

/// Value of TraceSettings::most_turns for large test matrices, whose rows have a few hundred entries at most.
inline constexpr std::int64_t most_turns_over_many_rows = 1 << 18;

/// Returns the blocks of a launch to run, in ascending order.
using BlocksOfLaunch = std::function<std::vector<std::int64_t>(std::int64_t blocks, int block_size)>;

/// Returns the indices of the first and last blocks.
std::vector<std::int64_t> ends_of(std::int64_t blocks, int block_size = 0);

/// Returns the first and last blocks, the blocks next to each constant and at the row with this number if each block
/// processes `rows_a_block` rows (0: unknown), and a few random ones, in ascending order.
std::vector<std::int64_t> sampled_blocks(std::int64_t blocks, const std::vector<std::int64_t>& constants,
                                         std::int64_t rows_a_block = 0);

/// The elements of a result that selected blocks of each launch write.
struct LeftByBlocks {
    std::vector<double> numbers; ///< NaN for elements that no thread wrote
    bool has_findings = false;
};
/// Returns settings for left_by_blocks(): counters are off, and only the selected blocks run.
TraceSettings settings_of_blocks(TraceSettings settings, BlocksOfLaunch blocks);
/// Runs the selected blocks of each launch. Errors: all errors of trace_kernel.
LeftByBlocks left_by_blocks(TraceSubject subject, const TraceSettings& settings, const Progress& progress);

/// The elements of a product that selected blocks of each launch write. No other blocks run, so computing these
/// elements is fast for matrices of any size.
struct BoundaryBlocks {
    std::shared_ptr<const Matrix> matrix;
    std::vector<double> x, y; ///< y is NaN in rows that no thread wrote
    bool has_findings = false;

    /// Returns whether any of the written rows is wrong.
    bool has_wrong_number(Precision precision) const;
};

/// Runs the selected blocks of an SpMV kernel with x = `random:1`. Errors: all errors of trace_kernel.
BoundaryBlocks boundary_blocks_of(Inputs& inputs, const char* input, TraceSettings settings, BlocksOfLaunch blocks,
                                  const Progress& progress, const TraceWays& ways);

} // namespace warploom::app
