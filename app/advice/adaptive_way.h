#pragma once

#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"
#include "kernels/plans/row_lengths.h"

#include <string>

namespace warploom::app {

/// Describes how csr-adaptive maps matrix rows to threads on a card. Performance counters do not show this mapping.
struct AdaptiveWay {
    kernels::RowMapping way = kernels::RowMapping::vector;
    /// Short description of the mapping for messages, such as "equal shares, x in shared memory, 28,000 of its 60,000
    /// elements".
    std::string words;
    /// Name of a kernel that makes the same launches as csr-adaptive; empty if there is none.
    std::string same_launches;
};

/// Returns the mapping that csr-adaptive uses for the matrix `csr` on the given card.
AdaptiveWay adaptive_way(const kernels::HostFormat& csr, const simulated::Card& card);

} // namespace warploom::app
