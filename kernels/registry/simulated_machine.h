#pragma once

#include "engine/simulated/card_limits.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

std::unique_ptr<Machine> simulated_machine(simulated::Card card);

/// One for each card of the program and of the user's folder; a file there that is broken is left out.
std::vector<std::unique_ptr<Machine>> simulated_machines();

/// `simulated:` and the id of a card or the path of a card file. The file is read now, so that a card that was saved a
/// moment ago is known. Errors: those of simulated::find_card.
std::unique_ptr<Machine> find_simulated_machine(const std::string& id);
/// Throws if the card does not support this block size, if the kernel has the parameter. A source may launch other
/// sizes than requested, which is checked at the launch. Errors: "kernel.block".
void require_block_on(const KernelInfo& kernel, int block_size, const simulated::CardLimits& limits);
bool names_simulated_machine(const std::string& id);

} // namespace warploom::kernels
