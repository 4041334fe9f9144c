#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <vector>

namespace warploom::network {

/// An elimination order for a symmetric matrix, and the structure of its Cholesky factor L. order[k] is the row that is
/// eliminated at position k.
struct Elimination {
    std::vector<std::int32_t> order;
    std::vector<std::int32_t> place;   ///< position of each matrix row in the elimination order
    std::vector<std::int64_t> pointer; ///< n + 1 column pointers of L, indexed by position in the elimination order
    /// Row positions of L's entries below the diagonal, in ascending order within each column.
    std::vector<std::int32_t> below;

    std::int64_t entries_below() const { return static_cast<std::int64_t>(below.size()); }
};

/// Computes the elimination order that EPANET uses, a greedy minimum degree order. Each step eliminates the row with
/// the fewest remaining neighbors, and its neighbors become neighbors of each other. If several rows have the same
/// degree, the first one in a list is chosen. The list is initially in row order. When a row is eliminated, it is
/// swapped with the first remaining row in the list. `more_degree` (one number per row, or empty) is the number of
/// neighbors outside the matrix, which are never eliminated. The pattern must be symmetric; its diagonal is ignored.
/// Errors: "memory.limit", "cancelled".
Elimination eliminate_by_minimum_degree(const CsrMatrix& pattern, const std::vector<std::int32_t>& more_degree,
                                        const Progress& progress = {});

/// Returns A with explicit zeros wherever the Cholesky factor L or its transpose has an entry but A does not.
CsrMatrix with_fill(const CsrMatrix& a, const Elimination& elimination);

/// The factorization A = L D L^T of a water network's matrix, for a given elimination order. A diagonal entry of A is
/// specified by its excess over the sum of the magnitudes of the other entries in the row. With this representation,
/// eliminating a node only adds conductances and never subtracts any. There is therefore no cancellation, even if the
/// conductances differ by orders of magnitude.
class Factors {
public:
    /// Computes the factorization of `a`. Reads only its off-diagonal entries, which must not be positive. `excess` has
    /// one nonnegative number per row. Errors: "network.singular" if a row has no path to a row with a positive excess;
    /// "cancelled".
    Factors(const CsrMatrix& a, const std::vector<double>& excess, const Elimination& elimination,
            const Progress& progress = {});
    std::vector<double> solve(const std::vector<double>& b) const;

private:
    const Elimination& elimination_; ///< structure of the factor, owned by the caller
    std::vector<double> lower_;      ///< values of the entries in Elimination::below, in the same order
    std::vector<double> pivot_;      ///< pivots, indexed by position in the elimination order
};

} // namespace warploom::network
