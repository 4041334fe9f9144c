#pragma once

#include "engine/generators/tridiagonal_system.h"
#include "engine/matrix/csr_matrix.h"
#include "engine/protocol/messages/debug.h"
#include "engine/simt/recording/data_flow.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>

// Finds elements that should have contributed to a wrong result but did not. Used for results that are not sums over a
// row.

namespace warploom::app {

/// The recorded computation of one element of a result.
struct RecordedResult {
    const simt::BlockRecording& recording;
    const simt::DataFlow& flow;
    std::int64_t element = 0;
    int bytes = 8; ///< size of an array element in bytes
    /// Returns the file and line of a location.
    std::function<std::pair<std::string, int>(const simt::SourceLocation&)> line_of;
};

/// Searches the products l(i, k) u(k, j) of an entry (i, j) of an incomplete factorization in ascending order of k.
/// Returns the first product that was not subtracted exactly once. Returns std::nullopt if there is no such product.
/// The inputs of the data flow must be other entries of the factors. `a` has the sparsity pattern of the factors.
std::optional<protocol::DebugDifference> first_wrong_product(const RecordedResult& result, const CsrMatrix& a);

/// Returns a coefficient of a tridiagonal system that did not contribute to an element of the solution. If there are
/// several, returns the one nearest to the element. Every element of the solution depends on all coefficients of its
/// system. Returns std::nullopt if there is no such coefficient, or if the block continues the work of other launches.
std::optional<protocol::DebugDifference> nearest_missing_coefficient(const RecordedResult& result,
                                                                     const TridiagonalSystem& system);

} // namespace warploom::app
