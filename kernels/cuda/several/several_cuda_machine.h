#pragma once

#include "kernels/machine.h"
#include "kernels/several_machine.h"

#include <memory>
#include <string>

namespace warploom::kernels {

/// GPUs that share the rows of a matrix. Contexts and connections are made at the first use.
std::unique_ptr<Machine> several_cuda_machine(const std::string& id, const SeveralGpus& gpus);

} // namespace warploom::kernels
