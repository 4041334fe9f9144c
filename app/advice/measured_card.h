#pragma once

#include "engine/simulated/card.h"
#include "engine/table.h"
#include "kernels/machine/card_measurement.h"

#include <string>

namespace warploom::app {

/// A card file of a GPU that was measured: the figures that were found, and for the rest those of `like`, each with its
/// source. `day` stands in the sources, as in "2026-11-26".
simulated::Card measured_card(const kernels::CardMeasurement& measured, const simulated::Card& like,
                              const std::string& day);

/// The figures that were found, beside those of another card, with measured / other.
Table card_comparison(const kernels::CardMeasurement& measured, const simulated::Card& other);

} // namespace warploom::app
