#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Adds a note where starting the advised kernel takes half of its time or more: that launch cost dominates, and what
/// the processor of this computer takes for the same product, measured now. Adds nothing to an advice without a time.
void add_launch_share(const Matrix& matrix, const simulated::Card& card, const AdviceSettings& settings,
                      wire::Advice& advice);

} // namespace warploom::app
