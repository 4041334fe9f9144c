#pragma once

#include "engine/matrix/csr_matrix.h"
#include "engine/network/water_network.h"

#include <array>
#include <cstdint>
#include <vector>

namespace warploom::network {

/// Where the links of a network stand in its matrix.
struct NetworkPattern {
    CsrMatrix matrix;                   ///< junctions squared, values 0
    std::vector<std::int64_t> diagonal; ///< index of each row's diagonal entry
    /// Of each link the indices of its two entries beside the diagonal; -1 where an end is at a fixed grade.
    std::vector<std::array<std::int64_t, 2>> beside;
    /// How many reservoirs and tanks each junction is linked to.
    std::vector<std::int32_t> fixed_neighbours;
};
/// Errors: "memory.limit".
NetworkPattern pattern_of(const WaterNetwork& network);

/// Adds to the pattern's matrix: each link's conductance p at its two diagonal entries, and -p between them.
void add_conductances(NetworkPattern& pattern, const WaterNetwork& network, const std::vector<double>& conductance);

} // namespace warploom::network
