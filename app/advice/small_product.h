#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Adds a note if launching the recommended kernel takes at least half of its time. The note says that launch overhead
/// dominates, and gives the time of the same product on this computer's CPU, which is measured now. Does nothing if
/// there is no time.
void add_launch_share(const Matrix& matrix, const simulated::Card& card, const AdviceSettings& settings,
                      protocol::Advice& advice);

} // namespace warploom::app
