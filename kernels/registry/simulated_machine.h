#pragma once

#include "engine/simulated/card_limits.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

std::unique_ptr<Machine> simulated_machine(simulated::Card card);

/// Returns a machine for each card file, built-in or in the user's folder. Invalid card files are skipped.
std::vector<std::unique_ptr<Machine>> simulated_machines();

/// Returns the machine for `simulated:` followed by the ID or path of a card file. Rereads the file, because it may
/// just have been saved. Errors: see simulated::find_card.
std::unique_ptr<Machine> find_simulated_machine(const std::string& id);
/// Throws Error("kernel.block") if the simulated GPU does not support the block size of a kernel that has such a
/// parameter. Kernels may be launched with other block sizes, which are checked at launch.
void require_block_on(const KernelInfo& kernel, int block_size, const simulated::CardLimits& limits);
bool names_simulated_machine(const std::string& id);

} // namespace warploom::kernels
