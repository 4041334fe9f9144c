#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <memory>
#include <string>

namespace warploom::kernels {

/// GPUs that share the rows of a matrix. Contexts and connections are made at the first use.
std::unique_ptr<Machine> multi_gpu_cuda_machine(const std::string& id, const MultiGpu& gpus);

/// The GPUs of a world of processes, one each. Every call on it is made by all processes, in the same order.
/// Errors: "machine.unknown" where a process has no GPU of its own.
std::unique_ptr<Machine> world_cuda_machine(const std::string& id, RankWorld& world);

} // namespace warploom::kernels
