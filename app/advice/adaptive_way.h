#pragma once

#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"
#include "kernels/plans/row_lengths.h"

#include <string>

namespace warploom::app {

/// The distribution of a matrix's rows that csr-adaptive's plan selects for a card. Counts do not reveal it.
struct AdaptiveWay {
    kernels::RowMapping way = kernels::RowMapping::vector;
    std::string words;         ///< "equal shares, x in shared memory, 28,000 of its 60,000 numbers"
    std::string same_launches; ///< the kernel that launches the very same; empty where there is none
};

/// `csr`: the format of that name.
AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card);

} // namespace warploom::app
