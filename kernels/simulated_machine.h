#pragma once

#include "kernels/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// Cards that can be simulated: ids such as `h200`.
std::vector<std::unique_ptr<Machine>> simulated_machines();

} // namespace warploom::kernels
