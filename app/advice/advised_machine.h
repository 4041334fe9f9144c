#pragma once

#include "app/advice/learned_times.h"
#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>

namespace warploom::app {

/// The machine that a recommendation is for: the card whose model represents it, and the error of this model.
struct AdvisedMachine {
    kernels::Machine* machine = nullptr;
    std::optional<simulated::Card> card; ///< empty for a host, because there is no model of CPUs
    double memory_bytes = 0;             ///< 0 if unknown, and for a host
    /// learned from measurements of the same type of GPU; null for other machines
    std::shared_ptr<const LearnedTimes> learned;
    double error = 0;       ///< relative
    std::string error_from; ///< one sentence
    double model_error = 0; ///< error of the card's model if `error` is the error of the learned times
    std::string model_error_from;
};

/// Returns the card of a simulated machine. For a real GPU, returns the card file with its name, or the one with the
/// nearest compute capability.
AdvisedMachine advised_machine(kernels::Machine& machine);
/// Sets the error of a machine with learned times to the error of those times.
void set_learned_error(AdvisedMachine& made);
/// Same, but selects from the given list of cards.
AdvisedMachine advised_machine(kernels::Machine& machine, const std::vector<simulated::Card>& cards);

} // namespace warploom::app
