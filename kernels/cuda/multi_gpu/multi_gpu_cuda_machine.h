#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/multi_gpu_machine.h"

#include <memory>
#include <string>

namespace warploom::kernels {

/// GPUs that share the rows of a matrix. Contexts and connections are made at the first use.
std::unique_ptr<Machine> multi_gpu_cuda_machine(const std::string& id, const MultiGpu& gpus);

} // namespace warploom::kernels
