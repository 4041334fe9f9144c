#pragma once

#include "app/operations/operation.h"
#include "engine/simt/source_constants.h"

#include <string>

// Inputs so large that a text is tried on them only where its launches, or its operations, give cause.

namespace warploom::app {

/// A matrix of more rows than a grid that is cut off often has threads, than a short counts, and than a grid has blocks
/// in its second dimension; every row has one entry or two.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// How a text is tried on `many_rows`: all blocks run, and of each launch the first and the last are recorded.
TraceSettings settings_of_many_rows(const TraceSettings& settings, const simt::Program& program);

/// Returns whether a source is worth the time there: it launches few threads per row, its grid is clamped, as a
/// comparison of the launches for this matrix and a smaller one shows, their first or last block has findings, or it
/// counts in 16 bits. Only these blocks run, so this is fast. Errors: those of trace_kernel; "kernel.launch" for a grid
/// that cannot be.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// Whether a text has types or numbers of 16 bits.
bool counts_in_16_bits(const std::string& text);
/// False where grids of the card are smaller.
bool takes_many_rows(const simulated::Card& card);

/// The most rows of a large diagonal.
inline constexpr std::int64_t most_rows_of_diagonal = std::int64_t{1} << 21;
/// The same where threads wait for each other: all blocks of such a launch run.
inline constexpr std::int64_t most_rows_where_threads_wait = 100'000;
/// Returns the name of a diagonal with a row beyond a limit of the source, which launches or indices may not reach.
std::string large_diagonal(std::int64_t rows);

/// Returns whether a source is worth the time on a large diagonal. Few blocks of each launch run: the first, the last,
/// and the one with the last row if threads process several rows. Returns true if they have findings or a wrong
/// element, or if none of them writes the last row. Returns false for sources whose blocks are wrong in isolation on a
/// small diagonal, because one needs the output of another, and for those with so few threads that each processes many
/// rows, which smaller inputs cover, too. False in a browser. Errors: those of trace_kernel.
bool is_worth_large_diagonal(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings,
                             const Progress& progress, const TraceWays& ways = TraceWays::plain());

/// Returns, for AᵀA, the name of a matrix with a single row, whose C may be too wide for grids and shared arrays.
/// Each number of C is one product.
std::string wide_matrix(std::int64_t cols);
/// Returns the largest limit that the source may set to the columns of a matrix for AᵀA; C has its square of numbers.
std::int64_t largest_limit_of_columns(const simt::SourceConstants& constants, int block);
/// A row of more entries than a short counts.
inline constexpr const char* long_row = "dense:rows=1,cols=70001,seed=3";
/// For AᵀA: a column longer than a short counts, and than a grid has blocks in its second and third dimension.
inline constexpr const char* long_column = "dense:rows=70001,cols=1,seed=9";

/// Whether a text is worth the time on a wide matrix: the first and the last block of each launch have a finding there
/// or write a wrong number, or they leave out the last number of C, which they write where there are fewer columns.
/// Only these blocks run, so this is quick. Errors: those of trace_kernel.
bool is_worth_many_columns(Inputs& inputs, const std::string& wide, const TraceSettings& settings,
                           const Progress& progress);

/// A matrix of few rows, with columns of odd numbers above 2^24, which a float does not hold. Its x takes 160 MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";
/// A matrix with more nonzeros than a float can count exactly: the last of its 70,001 rows are beyond 2^24 in every
/// format.
inline constexpr const char* far_entries = "banded:lower=130,n=70001,upper=129";

/// Returns whether `far_columns` is worth testing for a source: one of its kernels computes integers from others, which
/// may be columns. False for formats with an array over the columns, and in a browser, which has little memory. The
/// source has been read.
bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel);

/// Whether a text is worth the time on `far_entries`: a kernel of it makes floats of whole numbers and whole numbers of
/// floats, and the first and the last block of each launch write a wrong number there or have a finding. Other blocks
/// do not run, so it is quick; where one row waits for several blocks the answer is yes. False in a browser. Errors:
/// those of trace_kernel.
bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
