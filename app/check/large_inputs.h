#pragma once

#include "app/operations/operation.h"
#include "engine/simt/source_constants.h"

#include <string>

// Large test inputs, which are used only if a kernel's launches or operations suggest that it may fail on them.

namespace warploom::app {

/// A matrix whose number of rows exceeds the number of threads in a typical clamped grid, the range of a short, and
/// the maximum y-dimension of a grid. Every row has one or two entries.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// Returns settings for testing a kernel on `many_rows`: all blocks run, but only the first and last block of each
/// launch are recorded.
TraceSettings settings_of_many_rows(const TraceSettings& settings, const simt::Program& program);

/// Returns whether a kernel is worth testing on `many_rows`: it launches few threads per row; its grid is clamped, as
/// a comparison with the launches for a smaller matrix shows; its first or last block has findings; or it counts in 16
/// bits. Only the first and last blocks run, so this function is fast. Errors: all errors of trace_kernel;
/// "kernel.launch" for an invalid grid.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// Returns whether a source contains 16-bit types or literals that suggest 16-bit counting.
bool counts_in_16_bits(const std::string& text);
/// Returns false if the card's maximum grid size is too small for `many_rows`.
bool takes_many_rows(const simulated::Card& card);

/// Maximum number of rows of a large diagonal matrix.
inline constexpr std::int64_t most_rows_of_diagonal = std::int64_t{1} << 21;
/// Maximum number of rows of a large diagonal matrix for kernels whose threads wait for each other, because all blocks
/// of their launches run.
inline constexpr std::int64_t most_rows_where_threads_wait = 100'000;
/// Returns the name of a diagonal matrix with a row beyond a limit in the source. Launches or indices may fail to
/// reach that row.
std::string large_diagonal(std::int64_t rows);

/// Returns whether a kernel is worth testing on a large diagonal matrix. Runs few blocks of each launch: the first,
/// the last and, if threads process several rows, the block that processes the last row. Returns true if one of these
/// blocks has a finding or writes a wrong element, or if none of them writes the last row. Returns false for kernels
/// whose blocks produce wrong results in isolation on a small diagonal matrix because they need the output of other
/// blocks, and for kernels with so few threads that each processes many rows, which smaller inputs also cover. Always
/// false in a browser. Errors: all errors of trace_kernel.
bool is_worth_large_diagonal(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings,
                             const Progress& progress, const TraceWays& ways = TraceWays::plain());

/// Returns the name of a single-row matrix for testing AᵀA. The resulting C may be too wide for grids and shared
/// arrays. Each element of C is a single product.
std::string wide_matrix(std::int64_t cols);
/// Returns the largest limit that the source may impose on the number of columns of a matrix for AᵀA. The number of
/// elements of C is the square of the number of columns.
std::int64_t largest_limit_of_columns(const simt::SourceConstants& constants, int block);
/// A row with more entries than a short can represent.
inline constexpr const char* long_row = "dense:rows=1,cols=70001,seed=3";
/// For AᵀA: a column with more entries than a short can represent, and than the maximum y- and z-dimensions of a grid.
inline constexpr const char* long_column = "dense:rows=70001,cols=1,seed=9";

/// Returns whether a kernel is worth testing on a wide matrix: the first or last block of each launch has a finding or
/// writes a wrong element, or the last element of C is not written although it is written for fewer columns. Only the
/// first and last blocks run, so this function is fast. Errors: all errors of trace_kernel.
bool is_worth_many_columns(Inputs& inputs, const std::string& wide, const TraceSettings& settings,
                           const Progress& progress);

/// A matrix with few rows whose odd column indices exceed 2^24, so that a float cannot represent them. The vector x
/// takes 160 MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";
/// A matrix with more nonzeros than a float can count exactly: every format stores the last of the 70,001 rows beyond
/// element 2^24.
inline constexpr const char* far_entries = "banded:lower=130,n=70001,upper=129";

/// Returns whether a kernel is worth testing on `far_columns`: it computes integers from other integers, which may be
/// column indices. Always false in a browser, where memory is limited, and for formats with an array indexed by column.
/// The source must have been read.
bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel);

/// Returns whether a kernel is worth testing on `far_entries`: it converts between integers and floats in both
/// directions, and the first or last block of each launch writes a wrong element or has a finding. Only the first and
/// last blocks run, so this function is fast. Also returns true if a row waits for several blocks. Always false in a
/// browser. Errors: all errors of trace_kernel.
bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
