#pragma once

#include "app/operations/operation.h"
#include "engine/simt/source_constants.h"

#include <string>

// Large inputs. They are tested only if the launches or operations of a kernel give a reason to do so.

namespace warploom::app {

/// A matrix with more rows than a typical clamped grid has threads, than a short can represent, and than the maximum
/// y-dimension of a grid. Every row has one or two entries.
inline constexpr const char* many_rows = "banded:lower=1,n=70001,upper=0";

/// Returns settings for testing a kernel on `many_rows`: all blocks run, but only the first and last block of each
/// launch are recorded.
TraceSettings settings_of_many_rows(const TraceSettings& settings, const simt::Program& program);

/// Returns whether a kernel is worth testing on `many_rows`: it launches few threads per row; its grid is clamped, as a
/// comparison with the launches for a smaller matrix shows; its first or last block has findings; or it counts in 16
/// bits. Only these blocks run, so this is fast. Errors: all errors of trace_kernel; "kernel.launch" for an invalid
/// grid.
bool is_worth_many_rows(Inputs& inputs, const TraceSettings& settings, const Progress& progress);
/// Returns whether a source contains 16-bit types or literals that suggest 16-bit counting.
bool counts_in_16_bits(const std::string& text);
/// Returns false if the card's maximum grid size is too small.
bool takes_many_rows(const simulated::Card& card);

/// Maximum number of rows of a large diagonal matrix.
inline constexpr std::int64_t most_rows_of_diagonal = std::int64_t{1} << 21;
/// Same maximum for kernels whose threads wait for each other, because then all blocks of a launch run.
inline constexpr std::int64_t most_rows_where_threads_wait = 100'000;
/// Returns the name of a diagonal matrix that has a row beyond a limit of the source, which launches or indices may
/// fail to reach.
std::string large_diagonal(std::int64_t rows);

/// Returns whether a kernel is worth testing on a large diagonal matrix. Runs few blocks of each launch: the first, the
/// last and, if threads process several rows, the one with the last row. Returns true if these have findings or a wrong
/// element, or if none of them writes the last row. Returns false for kernels whose blocks give wrong results in
/// isolation on a small diagonal matrix because one needs the output of another, and for kernels with so few threads
/// that each processes many rows, which smaller inputs cover, too. Always false in a browser. Errors: all errors of
/// trace_kernel.
bool is_worth_large_diagonal(Inputs& inputs, const std::string& diagonal, const TraceSettings& settings,
                             const Progress& progress, const TraceWays& ways = TraceWays::plain());

/// Returns the name of a single-row matrix for AᵀA. Its C may be too wide for grids and shared arrays. Each element of
/// C is a single product.
std::string wide_matrix(std::int64_t cols);
/// Returns the largest limit that the source may impose on the number of columns of a matrix for AᵀA. The number of
/// elements of C is the square of that.
std::int64_t largest_limit_of_columns(const simt::SourceConstants& constants, int block);
/// A row with more entries than a short can represent.
inline constexpr const char* long_row = "dense:rows=1,cols=70001,seed=3";
/// For AᵀA: a column with more entries than a short can represent, and than the maximum y- and z-dimensions of a grid.
inline constexpr const char* long_column = "dense:rows=70001,cols=1,seed=9";

/// Returns whether a kernel is worth testing on a wide matrix: the first or last block of each launch has a finding or
/// writes a wrong element, or the last element of C is not written although it is written for fewer columns. Only these
/// blocks run, so this is fast. Errors: all errors of trace_kernel.
bool is_worth_many_columns(Inputs& inputs, const std::string& wide, const TraceSettings& settings,
                           const Progress& progress);

/// A matrix with few rows whose odd column indices exceed 2^24, so that a float cannot represent them. Its x takes 160
/// MB.
inline constexpr const char* far_columns = "random-rows:n=100,fraction=0.00000015,cols=20000000,seed=8";
/// A matrix with more nonzeros than a float can count exactly: in every format, the last of its 70,001 rows are beyond
/// element 2^24.
inline constexpr const char* far_entries = "banded:lower=130,n=70001,upper=129";

/// Returns whether a kernel is worth testing on `far_columns`: it computes integers from other integers, which may be
/// column indices. Always false in a browser, where memory is limited, and for formats with an array indexed by column.
/// The source must have been read.
bool is_worth_far_columns(Operation operation, const std::string& format, const std::string& kernel);

/// Returns whether a kernel is worth testing on `far_entries`: it converts between integers and floats in both
/// directions, and the first or last block of each launch writes a wrong element or has a finding. Only these blocks
/// run, so this is fast; returns true if a row waits for several blocks. Always false in a browser. Errors: all errors
/// of trace_kernel.
bool is_worth_far_entries(Inputs& inputs, const TraceSettings& settings, const Progress& progress,
                          const TraceWays& ways = TraceWays::plain());

} // namespace warploom::app
