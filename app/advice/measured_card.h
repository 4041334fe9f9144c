#pragma once

#include "engine/simulated/card.h"
#include "engine/table.h"
#include "kernels/machine/card_measurement.h"

#include <string>

namespace warploom::app {

/// Returns the card for a measured GPU. Parameters that were not measured are copied from the card `like`. Each
/// parameter records its source, which includes the date `day`, such as "2026-11-26".
simulated::Card measured_card(const kernels::CardMeasurement& measured, const simulated::Card& like,
                              const std::string& day);

/// Returns a table that compares the measured parameters of a GPU with the parameters of a card, and shows their
/// ratios.
Table card_comparison(const kernels::CardMeasurement& measured, const simulated::Card& other);

} // namespace warploom::app
