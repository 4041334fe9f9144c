#pragma once

#include "engine/simulated/card.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// Returns the first card with at least `shared_bytes` bytes of shared memory per block. Returns null if there is none
/// or if `shared_bytes` is 0.
const simulated::Card* cardWithMoreSharedMemory(const std::vector<simulated::Card>& cards, std::int64_t shared_bytes);

/// Returns the label of a button that selects a card, such as "Use the Tesla C2050 instead".
QString roomierCardText(const simulated::Card& card);

} // namespace warploom::ui
