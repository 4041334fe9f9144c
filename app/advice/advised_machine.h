#pragma once

#include "app/advice/learned_times.h"
#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"

#include <optional>
#include <string>

namespace warploom::app {

/// A machine as advice sees it: which card's model stands for it, and how far off that model is.
struct AdvisedMachine {
    kernels::Machine* machine = nullptr;
    std::optional<simulated::Card> card;         ///< nothing for a host, of which there is no model
    double memory_bytes = 0;                     ///< 0: not known, or a host's
    std::shared_ptr<const LearnedTimes> learned; ///< for a real GPU with measurements of the same kind; otherwise null
    double error = 0;                            ///< relative
    std::string error_from;                      ///< one sentence
    double model_error = 0;                      ///< of the card's model where `error` is that of learned times
    std::string model_error_from;
};

/// The card of a simulated machine; for a real GPU the card file of its name, else the one of the nearest compute
/// capability.
AdvisedMachine advised_machine(kernels::Machine& machine);
/// Sets the error of a machine with learned times to the error of those times.
void set_learned_error(AdvisedMachine& made);
/// The same with cards from elsewhere than the program and the user's folder.
AdvisedMachine advised_machine(kernels::Machine& machine, const std::vector<simulated::Card>& cards);

} // namespace warploom::app
