#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/definiteness.h"
#include "engine/progress.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom {

struct SymmetryReport {
    bool pattern = false;
    bool values = false;
    double defect = 0; ///< relative asymmetry max |a_ij - a_ji| / max |a|; NaN if not square

    std::int64_t below = 0, above = 0;
    std::int64_t row = -1, column = -1;
    double value = 0;
    std::optional<double> mirrored; ///< value of the mirror entry; absent if it is not stored
    bool is_opposite = false;       ///< whether a_ij = -a_ji for all off-diagonal entries (and there are any)

    /// Returns whether one triangle of the matrix is empty and the other one is not.
    bool is_half() const { return (below == 0) != (above == 0); }
};

/// Compares a matrix with its transpose in a single pass over the rows, without building the transpose. Calls `check`
/// every few thousand rows. To cancel the comparison, `check` can throw an exception.
SymmetryReport examine_symmetry(const CsrMatrix& matrix, const std::function<void()>& check = {});

/// Percentages of the percentiles that RowLengths contains.
inline constexpr std::array row_length_percentiles{25, 50, 75, 90, 99};

struct RowLengths {
    std::int64_t min = 0, max = 0, empty = 0;
    double mean = 0, standard_deviation = 0; ///< mean and population standard deviation of the row lengths
    /// Percentiles of the row lengths, one for each percentage in row_length_percentiles: the smallest length such that
    /// at least this percentage of the rows are not longer. Empty for a matrix without rows and for matrices that are
    /// too large to run.
    std::vector<std::int64_t> percentiles;
};

/// A bar of the histogram of row lengths. It counts the rows with first <= length <= last.
struct HistogramBar {
    std::int64_t first = 0, last = 0, rows = 0;
};

struct BlockFill {
    int block_size = 0;
    std::int64_t blocks = 0; ///< number of b x b blocks that contain at least one nonzero
    double fill = 0;         ///< nonzeros / (blocks * b * b); 1 if every block is full
};

struct MatrixStatistics {
    std::int64_t rows = 0, cols = 0, stored = 0, nonzeros = 0, explicit_zeros = 0, repeats = 0;
    RowLengths row_length;
    std::vector<HistogramBar> histogram; ///< histogram of row lengths: at most 64 bars of the same width
    std::int64_t bandwidth_lower = 0;    ///< maximum of row - column over all nonzeros
    std::int64_t bandwidth_upper = 0;    ///< maximum of column - row over all nonzeros
    std::int64_t diagonals = 0;          ///< number of diagonals that contain a nonzero
    std::vector<BlockFill> block_fill;   ///< block statistics for block sizes 2 to 16
    bool pattern_symmetric = false;
    bool values_symmetric = false;
    double symmetry_defect = 0; ///< relative asymmetry max |a_ij - a_ji| / max |a| over all positions
    /// Set only for matrices that kernels support.
    DefinitenessReport definiteness;
    /// Describes how the factor L of a triangular solve differs from the matrix; may be empty.
    std::string lower_factor_note;
};

MatrixStatistics matrix_statistics(const Matrix& matrix, const Progress& progress = {});

} // namespace warploom
