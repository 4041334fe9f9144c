#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Adds a note if starting the advised kernel takes at least half of its time: launch overhead dominates, and the time
/// of the same product on this computer's CPU, measured now. Adds nothing to an advice without a time.
void add_launch_share(const Matrix& matrix, const simulated::Card& card, const AdviceSettings& settings,
                      protocol::Advice& advice);

} // namespace warploom::app
