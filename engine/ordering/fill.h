#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <optional>

// The fill-in of a matrix's factors for a given ordering.

namespace warploom::ordering {

struct FillFigures {
    /// Number of entries on and below the diagonal. For a symmetric ordering, the same as in the factor L of IC(0) and
    /// ILU(0).
    std::int64_t lower = 0;
    /// Number of kernel launches of a level-set solve of L x = b (Anderson & Saad 1989), where L has the pattern of the
    /// lower triangle.
    std::int64_t levels = 0;
    /// Number of entries in the Cholesky factor of a matrix with the pattern of A + A', including the diagonal (Liu
    /// 1990: a row of the factor is a subtree of the elimination tree). Not set if it is greater than `most_entries`.
    std::optional<std::int64_t> cholesky;
};

/// Computes the fill-in of a square matrix, in time proportional to the number of entries counted. Stops counting at
/// `most_entries`. Errors: "order.square", "cancelled".
FillFigures fill_figures(const CsrMatrix& matrix, std::int64_t most_entries = 400'000'000,
                         const Progress& progress = {});

} // namespace warploom::ordering
