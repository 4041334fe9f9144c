#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <vector>

namespace warploom {

/// A rectangle of a matrix, in rows and columns, half open.
struct MatrixWindow {
    std::int64_t row_begin = 0, row_end = 0, col_begin = 0, col_end = 0;
};

/// Nonzeros counted on a grid of cells laid over a window; cell (i, j) is count[i * width + j].
struct DensityGrid {
    MatrixWindow window;
    int height = 0, width = 0;
    std::vector<std::uint32_t> count;
};

/// Counts the nonzeros of any window at any resolution, fast enough to pan and zoom a matrix of
/// 20 million nonzeros at 60 frames a second: coarse views come from a pyramid that is built once,
/// views of few entries from the rows themselves.
class DensityPyramid {
public:
    /// Keeps a reference to `matrix`, which must outlive this.
    explicit DensityPyramid(const CsrMatrix& matrix, const Progress& progress = {});

    DensityGrid count(const MatrixWindow& window, int height, int width) const;

private:
    struct Level {
        std::int64_t rows_per_cell = 1, cols_per_cell = 1;
        int height = 0, width = 0;
        std::vector<std::uint32_t> count;
    };
    const CsrMatrix& matrix_;
    std::vector<Level> levels_;
};

} // namespace warploom
