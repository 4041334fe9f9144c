#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Adds a note if launch overhead accounts for at least half of the recommended kernel's time. The note also states how
/// long the CPU of this computer takes for the same product, which is measured during the call. Does nothing if the
/// recommended kernel has no time.
void add_launch_share(const Matrix& matrix, const simulated::Card& card, const AdviceSettings& settings,
                      protocol::Advice& advice);

} // namespace warploom::app
