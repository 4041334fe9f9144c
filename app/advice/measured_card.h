#pragma once

#include "engine/simulated/card.h"
#include "engine/table.h"
#include "kernels/machine/card_measurement.h"

#include <string>

namespace warploom::app {

/// Returns the card file of a measured GPU. Contains the measured parameters and, for all others, the values of
/// `like`; each parameter has its source. `day` is quoted in the sources and has the form "2026-11-26".
simulated::Card measured_card(const kernels::CardMeasurement& measured, const simulated::Card& like,
                              const std::string& day);

/// Returns a table that compares the measured parameters with another card and shows the ratio measured / other.
Table card_comparison(const kernels::CardMeasurement& measured, const simulated::Card& other);

} // namespace warploom::app
