#pragma once

#include "engine/simulated/card.h"
#include "engine/table.h"
#include "kernels/machine/card_measurement.h"

#include <string>

namespace warploom::app {

/// Returns the card file for a measured GPU. Parameters that were not measured are copied from `like`. Each parameter
/// records its source. `day` appears in the sources and has the form "2026-11-26".
simulated::Card measured_card(const kernels::CardMeasurement& measured, const simulated::Card& like,
                              const std::string& day);

/// Returns a table that compares the measured parameters with another card, including the ratio measured / other.
Table card_comparison(const kernels::CardMeasurement& measured, const simulated::Card& other);

} // namespace warploom::app
