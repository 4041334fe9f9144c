#pragma once

#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"
#include "kernels/plans/row_lengths.h"

#include <string>

namespace warploom::app {

/// How csr-adaptive shares out the rows of a matrix on a card, as its plan decides. Counts do not tell it.
struct AdaptiveWay {
    kernels::Way way = kernels::Way::vector;
    std::string words;         ///< "equal shares, x in shared memory, 28,000 of its 60,000 numbers"
    std::string same_launches; ///< the kernel that launches the very same; empty where there is none
};
/// `csr`: the format of that name.
AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card);

} // namespace warploom::app
