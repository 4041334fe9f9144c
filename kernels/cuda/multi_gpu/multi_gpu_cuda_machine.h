#pragma once

#include "kernels/machine/machine.h"
#include "kernels/multi_gpu/world.h"
#include "kernels/registry/multi_gpu_machine.h"

#include <memory>
#include <string>

namespace warploom::kernels {

/// Returns a machine that distributes the rows of a matrix over several GPUs. CUDA contexts and connections are created
/// on first use.
std::unique_ptr<Machine> multi_gpu_cuda_machine(const std::string& id, const MultiGpu& gpus);

/// Returns a machine with one GPU per process of `world`. All processes must make the same calls in the same order.
/// Errors: "machine.unknown" if there are not enough GPUs.
std::unique_ptr<Machine> world_cuda_machine(const std::string& id, RankWorld& world);

} // namespace warploom::kernels
