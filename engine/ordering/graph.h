#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/progress.h"

#include <cstdint>
#include <span>
#include <vector>

namespace warploom::ordering {

/// The graph of a square matrix, with an edge for each off-diagonal entry of A or its transpose. Neighbors are in
/// ascending order.
struct Graph {
    /// Offset of each vertex's first neighbor, and the total number of neighbors as the last element.
    std::vector<std::int64_t> begin{0};
    std::vector<std::int32_t> neighbours;

    std::int32_t vertices() const { return static_cast<std::int32_t>(begin.size()) - 1; }
    std::int64_t degree(std::int32_t vertex) const { return begin[vertex + 1] - begin[vertex]; }
    std::span<const std::int32_t> of(std::int32_t vertex) const {
        return {neighbours.data() + begin[vertex], static_cast<std::size_t>(degree(vertex))};
    }
};
/// Builds the graph of a square matrix. Errors: "order.square", "memory.limit", "cancelled".
Graph graph_of(const CsrMatrix& matrix, const Progress& progress);

/// Returns the vertices in reverse Cuthill-McKee order. Each connected component starts at a pseudoperipheral vertex
/// (George & Liu 1979).
std::vector<std::int32_t> reverse_cuthill_mckee(const Graph& graph, const Progress& progress);
/// Returns the vertices in approximate minimum degree order (Amestoy, Davis & Duff 1996), which reduces the fill-in of
/// a Cholesky factor. Errors: "memory.limit", "cancelled".
std::vector<std::int32_t> minimum_degree(const Graph& graph, const Progress& progress);
/// Returns the vertices in nested dissection order, in which each separator follows the two pieces that it separates.
/// Small pieces are ordered by minimum degree. Errors: same as minimum_degree().
std::vector<std::int32_t> nested_dissection(const Graph& graph, const Progress& progress);
/// Returns the vertices in an order that keeps the members of each community together, at all levels of the hierarchy.
/// Each vertex, in ascending order of degree, joins the adjacent community with the largest gain in modularity.
std::vector<std::int32_t> community_order(const Graph& graph, const Progress& progress);

} // namespace warploom::ordering
