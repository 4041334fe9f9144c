#pragma once

#include "app/operations/operation.h"
#include "engine/simt/source_constants.h"

#include <string>

// Large test inputs. They are used only if the launches or operations of a kernel suggest that it may fail on them.

namespace warploom::app {

/// A matrix whose number of rows exceeds the number of threads in a typical clamped grid, the maximum value of a
/// `short`, and the maximum y-dimension of a grid. Each row has one or two entries.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// Returns settings for testing a kernel on `many_rows`. All blocks run, but only the first and last block of each
/// launch are recorded.
TraceSettings settings_of_many_rows(const TraceSettings& settings, const simt::Program& program);

/// Returns whether a kernel should be tested on `many_rows`. This is the case if the kernel launches few threads per
/// row, uses 16-bit counters, or has a finding in its first or last block. It is also the case if the kernel clamps its
/// grid size, which is detected by comparing the launches with those for a smaller matrix. Only the first and last
/// blocks run, so this function is fast. Errors: any error from trace_kernel; "kernel.launch" for an invalid grid.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// Returns whether selected blocks of an SpMV kernel compute all of their rows correctly, so that a test of all blocks is
/// not worth its time. Returns false unless the kernel makes a single launch in which each block computes the same
/// number of adjacent rows. Errors: any error from trace_kernel.
bool is_right_in_sampled_blocks(Inputs& inputs, const std::string& matrix, const TraceSettings& settings,
                                const Progress& progress, const TraceWays& ways);
/// Returns whether a kernel source contains 16-bit types, or literals that suggest 16-bit counters.
bool counts_in_16_bits(const std::string& text);
/// Returns whether the maximum grid size of the card is large enough for `many_rows`.
bool takes_many_rows(const simulated::Card& card);

/// Maximum number of rows of a large diagonal matrix.
inline constexpr std::int64_t most_rows_of_diagonal = std::int64_t{1} << 21;
/// Maximum number of rows of a large diagonal matrix for kernels whose threads wait for each other. The limit is lower
/// than most_rows_of_diagonal, because all blocks of their launches run.
inline constexpr std::int64_t most_rows_where_threads_wait = 100'000;
/// Returns the name of a diagonal matrix with `rows` rows. If `rows` exceeds a limit in the kernel source, the launch
/// or the indices may not reach the last row.
std::string large_diagonal(std::int64_t rows);

/// Returns whether a kernel should be tested on a large diagonal matrix. Runs only a few blocks of each launch: the
/// first block, the last block and, if a thread processes several rows, the block that processes the last row. Returns
/// true if one of these blocks has a finding or writes a wrong element, or if none of them writes the last row.
/// Returns false if blocks need the output of other blocks, because a few blocks alone would give wrong results. Also
/// returns false in a web browser, and if each thread processes many rows, because smaller inputs cover this case.
/// Errors: any error from trace_kernel.
bool is_worth_large_diagonal(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings,
                             const Progress& progress, const TraceWays& ways = TraceWays::plain());

/// Returns the name of a matrix A with a single row for testing C = AᵀA. C may be too wide for the kernel's grids or
/// shared memory arrays. Each element of C is a single product.
std::string wide_matrix(std::int64_t cols);
/// Returns the largest limit on the number of columns of A, up to 2,100, that constants in the source imply for C =
/// AᵀA.
std::int64_t largest_limit_of_columns(const simt::SourceConstants& constants, int block);
/// A matrix with a single row that has more entries than a `short` can count.
inline constexpr const char* long_row = "dense:rows=1,cols=70001,seed=3";
/// A matrix with a single column for AᵀA. The column has more entries than a `short` can count, and more than the
/// maximum y- and z-dimensions of a grid.
inline constexpr const char* long_column = "dense:rows=70001,cols=1,seed=9";

/// Returns whether a kernel for C = AᵀA should be tested on a wide matrix. This is the case if the first or last block
/// of a launch has a finding or writes a wrong element, or if the last element of C is written only for matrices with
/// fewer columns. Only the first and last blocks run, so this function is fast. Errors: any error from trace_kernel.
bool is_worth_many_columns(Inputs& inputs, const std::string& wide, const TraceSettings& settings,
                           const Progress& progress);

/// A matrix with few rows and with odd column indices above 2^24, which float cannot represent. The vector x takes 160
/// MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";
/// A matrix with more nonzeros than a float can count exactly. In every format, the last of the 70,001 rows is stored
/// after element 2^24.
inline constexpr const char* far_entries = "banded:lower=130,n=70001,upper=129";

/// Returns whether a kernel should be tested on `far_columns`. This is the case if it computes integers from other
/// integers, which may be column indices. Always returns false for formats with an array indexed by column and, because
/// memory is limited, in a web browser. The source must have been read.
bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel);

/// Returns whether a kernel should be tested on `far_entries`. This is the case if the kernel converts between integers
/// and floats in both directions, and the first or last block of a launch has a finding or writes a wrong element. It
/// is also the case if the blocks that process a row have to wait for each other. Only the first and last blocks run,
/// so this function is fast. Always returns false in a web browser. Errors: any error from trace_kernel.
bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
