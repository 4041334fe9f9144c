#pragma once

#include "app/operations/operation.h"
#include "engine/simt/source_constants.h"

#include <string>

// Large inputs, which are tested only if the launches or operations of a source give a reason.

namespace warploom::app {

/// A matrix with more rows than a typical clamped grid has threads, than a short can count, and than the maximum grid
/// size in the second dimension. Every row has one or two entries.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// Returns the settings for testing a source on `many_rows`: all blocks run, and the first and last block of each
/// launch are recorded.
TraceSettings settings_of_many_rows(const TraceSettings& settings, const simt::Program& program);

/// Returns whether testing a source on `many_rows` is worth the time: it launches few threads per row; its grid is
/// clamped, as a comparison with the launches for a smaller matrix shows; its first or last block has findings; or it
/// counts in 16 bits. Only these blocks run, so this is fast. Errors: all errors of trace_kernel; "kernel.launch" for
/// an invalid grid.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// Returns whether a source uses 16-bit types or numbers.
bool counts_in_16_bits(const std::string& text);
/// Returns false if the card's maximum grid is too small.
bool takes_many_rows(const simulated::Card& card);

/// The maximum number of rows of a large diagonal matrix.
inline constexpr std::int64_t most_rows_of_diagonal = std::int64_t{1} << 21;
/// The same maximum if threads wait for each other, because then all blocks of a launch run.
inline constexpr std::int64_t most_rows_where_threads_wait = 100'000;
/// Returns the name of a diagonal matrix with a row beyond a limit of the source, which launches or indices may not
/// reach.
std::string large_diagonal(std::int64_t rows);

/// Returns whether testing a source on a large diagonal matrix is worth the time. Few blocks of each launch run: the
/// first, the last, and the one with the last row if threads process several rows. Returns true if they have findings
/// or a wrong element, or if none of them writes the last row. Returns false for sources whose blocks are wrong in
/// isolation on a small diagonal matrix because one needs the output of another, and for those with so few threads that
/// each processes many rows, which smaller inputs cover, too. False in a browser. Errors: all errors of trace_kernel.
bool is_worth_large_diagonal(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings,
                             const Progress& progress, const TraceWays& ways = TraceWays::plain());

/// Returns the name of a matrix with a single row for AᵀA. Its C may be too wide for grids and shared arrays. Each
/// element of C is a single product.
std::string wide_matrix(std::int64_t cols);
/// Returns the largest limit that the source may impose on the number of columns of a matrix for AᵀA. C has the square
/// of this number of elements.
std::int64_t largest_limit_of_columns(const simt::SourceConstants& constants, int block);
/// A row with more entries than a short can count.
inline constexpr const char* long_row = "dense:rows=1,cols=70001,seed=3";
/// For AᵀA: a column with more entries than a short can count, and than the maximum grid size in the second and third
/// dimension.
inline constexpr const char* long_column = "dense:rows=70001,cols=1,seed=9";

/// Returns whether testing a source on a wide matrix is worth the time: the first or last block of each launch has a
/// finding or writes a wrong element, or the last element of C is not written although it is for fewer columns. Only
/// these blocks run, so this is fast. Errors: all errors of trace_kernel.
bool is_worth_many_columns(Inputs& inputs, const std::string& wide, const TraceSettings& settings,
                           const Progress& progress);

/// A matrix of few rows, with odd column indices greater than 2^24, which a float cannot represent. Its x takes 160 MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";
/// A matrix with more nonzeros than a float can count exactly: the last of its 70,001 rows are beyond 2^24 in every
/// format.
inline constexpr const char* far_entries = "banded:lower=130,n=70001,upper=129";

/// Returns whether `far_columns` is worth testing for a source: one of its kernels computes integers from others, which
/// may be columns. False for formats with an array over the columns, and in a browser, which has little memory. The
/// source must have been read.
bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel);

/// Returns whether testing a source on `far_entries` is worth the time: a kernel converts integers to floats and floats
/// to integers, and the first or last block of each launch writes a wrong element or has a finding. Only these blocks
/// run, so this is fast; if a row waits for several blocks, returns true. False in a browser. Errors: all errors of
/// trace_kernel.
bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
