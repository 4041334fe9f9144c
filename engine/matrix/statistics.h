#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/matrix/definiteness.h"
#include "engine/progress.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace warploom {

struct SymmetryReport {
    bool pattern = false;
    bool values = false;
    double defect = 0; ///< max |a_ij - a_ji| / max |a|; NaN where the matrix is not square

    std::int64_t below = 0, above = 0;  ///< entries off the diagonal
    std::int64_t row = -1, column = -1; ///< of the largest difference, counted from 0; -1 where there is none
    double value = 0;                   ///< the entry there
    std::optional<double> mirrored;     ///< the entry at (column, row); absent where it is not stored
    bool is_opposite = false;           ///< a_ij = -a_ji for all entries off the diagonal, of which there are some

    /// Whether one triangle has entries and the other has none.
    bool is_half() const { return (below == 0) != (above == 0); }
};

/// Compares a matrix with its transpose in one walk over the rows, without building the transpose.
/// `check` is called every few thousand rows and may throw.
SymmetryReport examine_symmetry(const CsrMatrix& matrix, const std::function<void()>& check = {});

struct RowLengths {
    std::int64_t min = 0, max = 0, empty = 0;
    double mean = 0, standard_deviation = 0; ///< of the population
};

/// One bar of the histogram of row lengths: rows with first <= length <= last.
struct HistogramBar {
    std::int64_t first = 0, last = 0, rows = 0;
};

struct BlockFill {
    int block_size = 0;
    std::int64_t blocks = 0; ///< b x b blocks that hold a nonzero
    double fill = 0;         ///< nonzeros / (blocks * b * b), 1 when every block is full
};

struct MatrixStatistics {
    std::int64_t rows = 0, cols = 0, stored = 0, nonzeros = 0, explicit_zeros = 0, repeats = 0;
    RowLengths row_length;
    std::vector<HistogramBar> histogram; ///< at most 64 bars of equal width
    std::int64_t bandwidth_lower = 0;    ///< largest row - column of a nonzero
    std::int64_t bandwidth_upper = 0;    ///< largest column - row
    std::int64_t diagonals = 0;          ///< diagonals that hold a nonzero
    std::vector<BlockFill> block_fill;   ///< b = 2..16
    bool pattern_symmetric = false;
    bool values_symmetric = false;
    double symmetry_defect = 0;      ///< max |a_ij - a_ji| / max |a|, over positions of either triangle
    DefinitenessReport definiteness; ///< only for matrices that kernels can run on
    std::string lower_factor_note;   ///< how L of a triangular solve differs from the matrix; empty where it does not
};

MatrixStatistics matrix_statistics(const Matrix& matrix, const Progress& progress = {});

} // namespace warploom
