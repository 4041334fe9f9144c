#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <optional>

// The number of entries and dependency levels of a matrix's factors for a given ordering.

namespace warploom::ordering {

struct FillFigures {
    /// Number of entries on and below the diagonal. For a symmetric ordering, the factor L of IC(0) and ILU(0) has the
    /// same number of entries.
    std::int64_t lower = 0;
    /// Number of kernel launches that a level-set solve of L x = b makes (Anderson & Saad 1989), where L has the
    /// pattern of the lower triangle.
    std::int64_t levels = 0;
    /// Number of entries, including the diagonal, in the Cholesky factor of a matrix with the pattern of A + A'. Each
    /// row of the factor is a subtree of the elimination tree (Liu 1990), which makes counting fast. Not set if the
    /// number is greater than `most_entries`.
    std::optional<std::int64_t> cholesky;
};

/// Counts the entries and levels of a square matrix, in time proportional to the number of entries counted. Stops
/// counting at `most_entries`. Errors: "order.square", "cancelled".
FillFigures fill_figures(const CsrMatrix& matrix, std::int64_t most_entries = 400'000'000,
                         const Progress& progress = {});

} // namespace warploom::ordering
