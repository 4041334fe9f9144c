#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <vector>

namespace warploom::network {

/// An elimination order of a symmetric matrix, and the structure of its Cholesky factor L. Positions count along the
/// order: position k is row order[k].
struct Elimination {
    std::vector<std::int32_t> order;   ///< rows by place
    std::vector<std::int32_t> place;   ///< places by row
    std::vector<std::int64_t> pointer; ///< of the columns of L, n + 1
    std::vector<std::int32_t> below;   ///< places of the entries below the diagonal, ascending in each column

    std::int64_t entries_below() const { return static_cast<std::int64_t>(below.size()); }
};

/// Greedy minimum degree as EPANET has it: each time the row with the fewest neighbors left is eliminated, and its
/// neighbors become neighbors of each other. Among rows of the same degree it is the first of a list, which begins in
/// the order of the rows and in which each eliminated row changes places with the first one that is left.
/// `more_degree` (one a row, or empty) counts neighbors outside the matrix, which are never eliminated. The pattern is
/// symmetric; its diagonal does not matter. Errors: "memory.limit", "cancelled".
Elimination eliminate_by_minimum_degree(const CsrMatrix& pattern, const std::vector<std::int32_t>& more_degree,
                                        const Progress& progress = {});

/// The matrix with an explicit zero at every position where L or its transpose has an entry and A has none.
CsrMatrix with_fill(const CsrMatrix& a, const Elimination& elimination);

/// The factorization A = L D L^T of a network's matrix, for an elimination of its pattern. Instead of the diagonal of
/// A, its excess over the sum of the other magnitudes in the row is given: eliminating a node adds conductances to its
/// neighbors and never subtracts, so there is no cancellation even if the conductances differ by orders of magnitude.
class Factors {
public:
    /// Factorizes `a`. Only its off-diagonal entries, which must be at most 0, are read; `excess` has one nonnegative
    /// number per row. Errors: "network.singular" if rows have no path to a positive excess; "cancelled".
    Factors(const CsrMatrix& a, const std::vector<double>& excess, const Elimination& elimination,
            const Progress& progress = {});
    /// x of A x = b.
    std::vector<double> solve(const std::vector<double>& b) const;

private:
    const Elimination& elimination_; ///< the caller's
    std::vector<double> lower_;      ///< beside below
    std::vector<double> pivot_;      ///< by place
};

} // namespace warploom::network
