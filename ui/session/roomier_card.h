#pragma once

#include "engine/simulated/card.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace warploom::ui {

/// The first of the cards that gives a block as many bytes of shared memory as it was refused; null where none does,
/// and for the 0 of another refusal.
const simulated::Card* cardWithMoreSharedMemory(const std::vector<simulated::Card>& cards, std::int64_t shared_bytes);

/// "Model the Tesla C2050 instead", for the button that does it.
QString roomierCardText(const simulated::Card& card);

} // namespace warploom::ui
