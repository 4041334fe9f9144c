#pragma once

#include "app/advice/advise.h"

namespace warploom::app {

/// Returns a number of nonzeros, rounded to two digits, below which one core is faster than a card, for matrices with
/// the same structure. A product with `entries` nonzeros takes `host_ns` on the core, where the time is proportional to
/// the number of nonzeros, and `card_ns` on the card. Assumes only that the time on the card is at least `launch_ns`
/// and does not decrease as the matrix grows.
std::int64_t entries_for_one_core(std::int64_t entries, double host_ns, double card_ns, double launch_ns);

/// Adds a note if launch overhead accounts for at least half of the recommended kernel's time. The note also states how
/// long the host CPU takes for the same product, and up to what size the CPU is faster. The CPU time is measured during
/// the call. Does nothing if the time of the recommended kernel is unknown.
void add_launch_share(const Matrix& matrix, const simulated::Card& card, const AdviceSettings& settings,
                      protocol::Advice& advice);

} // namespace warploom::app
