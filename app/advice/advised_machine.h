#pragma once

#include "app/advice/learned_times.h"
#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>

namespace warploom::app {

/// The machine for which to recommend a kernel, the card that models this machine, and the error of the model.
struct AdvisedMachine {
    kernels::Machine* machine = nullptr;
    std::optional<simulated::Card> card; ///< the card whose model is used; empty for the host CPU, which has no model
    double memory_bytes = 0;             ///< GPU memory in bytes; 0 if unknown or for the host
    /// Kernel times learned from measurements on the same GPU model; null for other machines.
    std::shared_ptr<const LearnedTimes> learned;
    double error = 0;       ///< relative error of the predicted times (0.1 means 10 %)
    std::string error_from; ///< sentence that states the source of the error estimate
    /// Error of the card's model; stored separately because `error` may be the error of learned times.
    double model_error = 0;
    std::string model_error_from;
};

/// Returns the relative error of the times modeled for a card (0.1 means 10 %): the median error relative to measured
/// or published times, or an assumed error if there are none.
double model_error_of(const simulated::Card& card);

/// Returns a simulated machine's card. For a real GPU, returns the card with the same name or, failing that, the card
/// with the closest compute capability.
AdvisedMachine advised_machine(kernels::Machine& machine);
/// Sets `error` to the error of the learned times, with a safety factor if they come from a different GPU. The machine
/// must have learned times.
void set_learned_error(AdvisedMachine& made);
/// Like advised_machine(machine), but searches `cards` instead of all known cards.
AdvisedMachine advised_machine(kernels::Machine& machine, const std::vector<simulated::Card>& cards);

} // namespace warploom::app
