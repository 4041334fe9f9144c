#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <vector>

namespace warploom {

/// A rectangular window of a matrix. The end indices of its rows and columns are exclusive.
struct MatrixWindow {
    std::int64_t row_begin = 0, row_end = 0, col_begin = 0, col_end = 0;
};

/// The number of nonzeros in each cell of a grid over a matrix window. count[i * width + j] is the count of cell (i,
/// j). The rows of cell (i, j) start at row_begin + i * rows / height (rounded down) and end before the first row of
/// the next cell. Its columns are determined in the same way. If a window has fewer rows than cells, cells without a
/// row have count 0.
struct DensityGrid {
    MatrixWindow window;
    int height = 0, width = 0;
    std::vector<std::uint32_t> count;
};

/// Counts the nonzeros in any window of a matrix at any resolution. This class is fast enough to pan and zoom a matrix
/// with 20 million nonzeros at 60 frames per second. Coarse views are computed from a pyramid of counts that is built
/// once. For views with few entries, the entries themselves are counted.
///
/// Counts of the entries themselves are exact. In a view computed from the pyramid, the nonzeros of a pyramid cell are
/// distributed over the view cells that it overlaps, in proportion to the area. No nonzero is lost or counted twice,
/// but it may be counted in an adjacent cell. The pyramid is used only for views with many entries, and only if it is
/// at least as fine as the view. See is_exact().
class DensityPyramid {
public:
    /// Builds the pyramid of counts. `matrix` must outlive this object. Throws Error("cancelled").
    explicit DensityPyramid(const CsrMatrix& matrix, const Progress& progress = {});

    /// Counts the nonzeros in a window. The window may extend beyond the matrix. height and width must be greater than
    /// 0. Thread-safe.
    DensityGrid count(const MatrixWindow& window, int height, int width) const;

    /// Returns whether count() returns exact counts for these arguments, that is, whether it does not use the pyramid.
    bool is_exact(const MatrixWindow& window, int height, int width) const;

private:
    struct Level {
        int row_shift = 0, col_shift = 0; ///< each cell covers 2^row_shift rows and 2^col_shift columns
        std::int64_t height = 0, width = 0;
        std::vector<std::uint32_t> count;
    };
    void build_finest(const Progress& progress);
    void build_coarser();
    const Level* level_for(const MatrixWindow& window, int height, int width) const;
    double exact_cost(const MatrixWindow& window) const;
    void count_from_rows(DensityGrid& grid, double cost) const;
    void count_from_level(DensityGrid& grid, const Level& level) const;

    const CsrMatrix& matrix_;
    std::vector<Level> levels_; ///< pyramid levels, finest first; empty if counting from the rows is always fast enough
};

} // namespace warploom
