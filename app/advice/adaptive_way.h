#pragma once

#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"
#include "kernels/plans/row_lengths.h"

#include <string>

namespace warploom::app {

/// How the plan of csr-adaptive distributes the rows of a matrix on a card. The counts do not show it.
struct AdaptiveWay {
    kernels::RowMapping way = kernels::RowMapping::vector;
    std::string words;         ///< "equal shares, x in shared memory, 28,000 of its 60,000 numbers"
    std::string same_launches; ///< the kernel with identical launches; empty if there is none
};

/// Returns the distribution for a matrix in the format `csr`.
AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card);

} // namespace warploom::app
