#pragma once

#include "kernels/multi_gpu/split_matrix.h"

#include <array>
#include <memory>
#include <vector>

namespace warploom::kernels {

/// How the rows of a rank in DIA lie for kernels/parts/cg_rank_diagonals.cuh: rows and columns count from the rank's
/// first row, so that columns of the halo are below zero or from the number of rows on.
struct DiagonalPlan {
    struct Part {
        std::shared_ptr<const HostFormat> format; ///< null: no rows
        int first_row = 0, last_row = 0;
        int shift = 0; ///< entry (row, d) is in the column row + shift + offset[d]
    };
    std::array<Part, 3> parts; ///< in the order of rows, those without rows last
    int rows = 0, halo_below = 0, halo_above = 0;
    std::vector<const HaloMessage*> sends; ///< of the matrix that was planned
    int front = 0, back = 0;               ///< sent elements lie in so many first and last rows
};

/// Of each rank. Empty where a rank has more than `most_diagonals` diagonals, or sends rows that do not stand in a row.
std::vector<DiagonalPlan> plan_diagonals(const SplitMatrix& matrix, int most_diagonals);

} // namespace warploom::kernels
