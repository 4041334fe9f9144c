#pragma once

#include "engine/simulated/card.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// A machine `simulated:ID` for a card.
std::unique_ptr<Machine> simulated_machine(simulated::Card card);

/// One for each card of the program and of the user's folder; a file there that is broken is left out.
std::vector<std::unique_ptr<Machine>> simulated_machines();

/// `simulated:` and the id of a card or the path of a card file. The file is read now, so that a card that was saved a
/// moment ago is known. Errors: those of simulated::find_card.
std::unique_ptr<Machine> find_simulated_machine(const std::string& id);
/// Whether `id` begins with `simulated:`.
bool names_simulated_machine(const std::string& id);

} // namespace warploom::kernels
