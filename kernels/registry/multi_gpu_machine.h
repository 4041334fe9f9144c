#pragma once

#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The method by which ranks exchange elements of x.
enum class ExchangeKind {
    best, ///< the fastest available method, measured for each matrix
    nccl,
    peer ///< writes or copies directly to the memory of other ranks
};

/// The parsed name of a machine with several GPUs.
struct MultiGpu {
    std::vector<int> ordinals; ///< device ordinal of each rank; can repeat; empty for all devices
    ExchangeKind exchange = ExchangeKind::best;
};

/// Machine with the GPUs of all processes started by mpirun or srun, one per process. See leading_rank.h.
constexpr const char* mpi_machine = "cuda:mpi";

/// Returns whether `id` names a machine with several GPUs: `cuda:0,1` or `cuda:all`, optionally with the exchange
/// method `+nccl` or `+peer`. Returns false for `cuda:0`.
bool names_multi_gpu(const std::string& id);
/// Parses the name of a machine with several GPUs. Errors: "machine.unknown" if the name is malformed.
MultiGpu parse_multi_gpu(const std::string& id);

/// Opens the GPUs as one machine that partitions the rows of a matrix. With only one GPU, `cuda:all` opens that GPU.
/// Errors: "machine.unknown" with the list of GPUs if a GPU does not exist; "nccl.missing".
std::unique_ptr<Machine> open_multi_gpu(const std::string& id);

} // namespace warploom::kernels
