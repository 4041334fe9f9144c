#pragma once

#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The method for exchanging elements of x between ranks.
enum class ExchangeKind {
    best, ///< the fastest available method, measured with the matrix
    nccl,
    peer ///< each rank writes directly to the memory of the others, or copies data to it
};

/// The parsed name of a machine with several GPUs.
struct MultiGpu {
    std::vector<int>
        ordinals; ///< the device of each rank; repeated for several ranks on one GPU; empty for all devices
    ExchangeKind exchange = ExchangeKind::best;
};

/// The GPUs of all processes started by mpirun or srun, one per process. leading_rank.h opens them.
constexpr const char* mpi_machine = "cuda:mpi";

/// Returns whether `id` is a name for several GPUs: `cuda:0,1` or `cuda:all`, optionally followed by `+nccl` or `+peer`
/// for the exchange method. `cuda:0` is not.
bool names_multi_gpu(const std::string& id);
/// Parses the name of a machine with several GPUs. Errors: "machine.unknown" if the name is malformed.
MultiGpu parse_multi_gpu(const std::string& id);

/// Opens the GPUs as a single machine that partitions the rows of a matrix. On a computer with only one GPU, `cuda:all`
/// is that GPU. Errors: "machine.unknown" with the list of GPUs if one is missing; "nccl.missing".
std::unique_ptr<Machine> open_multi_gpu(const std::string& id);

} // namespace warploom::kernels
