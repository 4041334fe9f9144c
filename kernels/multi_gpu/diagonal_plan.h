#pragma once

#include "kernels/multi_gpu/split_matrix.h"

#include <array>
#include <memory>
#include <vector>

namespace warploom::kernels {

/// A rank's rows in DIA format for kernels/headers/cg_rank_diagonals.cuh. Rows and columns are counted from the rank's
/// first row, so halo columns are either negative, or not less than the number of rows.
struct DiagonalPlan {
    struct Part {
        std::shared_ptr<const HostFormat> format; ///< the rank's rows in DIA format; null if there are none
        int first_row = 0, last_row = 0;
        int shift = 0; ///< entry (row, d) is in column row + shift + offset[d]
    };
    std::array<Part, 3> parts; ///< parts of the rank's rows in row order; empty parts come last
    int rows = 0, halo_below = 0, halo_above = 0;
    std::vector<const HaloMessage*> sends; ///< messages that this rank sends, with rows of r
    /// Number of rows at each end of the rank's rows to compute first, so that they can be sent while the remaining
    /// rows are being computed.
    int front = 0, back = 0;
};

/// Returns the layout of each rank's rows, or an empty list if a rank has more than `most_diagonals` diagonals or sends
/// noncontiguous rows.
std::vector<DiagonalPlan> plan_diagonals(const SplitMatrix& matrix, int most_diagonals);

} // namespace warploom::kernels
