#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <optional>

// Fill-in of the factors of a matrix under an ordering.

namespace warploom::ordering {

struct FillFigures {
    std::int64_t lower =
        0; ///< entries on and below the diagonal, which are those of IC(0) and ILU(0) in any symmetric order
    std::int64_t levels = 0; ///< launches of L x = b by levels (Anderson & Saad 1989), with L of that pattern
    /// Entries of the Cholesky factor of a matrix with the pattern of A + A', the diagonal with them (Liu 1990: a row
    /// of the factor is a subtree of the elimination tree). Nothing where there are more than `most_entries`.
    std::optional<std::int64_t> cholesky;
};

/// Computes the fill-in of a square matrix, in time proportional to the number of entries counted. Errors:
/// "order.square", "cancelled".
FillFigures fill_figures(const CsrMatrix& matrix, std::int64_t most_entries = 400'000'000,
                         const Progress& progress = {});

} // namespace warploom::ordering
