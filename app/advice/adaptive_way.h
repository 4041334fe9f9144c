#pragma once

#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"
#include "kernels/plans/row_lengths.h"

#include <string>

namespace warploom::app {

/// How csr-adaptive maps the rows of a matrix to threads on a card. Counters do not reveal this mapping.
struct AdaptiveWay {
    kernels::RowMapping way = kernels::RowMapping::vector;
    std::string words; ///< description such as "equal shares, x in shared memory, 28,000 of its 60,000 elements"
    std::string same_launches; ///< kernel that makes identical launches; empty if there is none
};

/// Returns the mapping for a matrix stored in the format `csr`.
AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card);

} // namespace warploom::app
