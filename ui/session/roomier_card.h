#pragma once

#include "engine/simulated/card.h"

#include <QString>

#include <vector>

namespace warploom::ui {

/// Of a refusal because a block asks for more shared memory than its card gives: the first of the cards that gives as many bytes.
/// Null for other refusals, and where no card has them.
const simulated::Card* roomierCard(const std::vector<simulated::Card>& cards, const QString& refusal);

/// "Model the Tesla C2050 instead", for the button that does it.
QString roomierCardText(const simulated::Card& card);

} // namespace warploom::ui
