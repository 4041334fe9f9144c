#pragma once

#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// How entries of x travel between ranks.
enum class ExchangeKind {
    best, ///< the faster of those that work on the machine, by timing both with the matrix
    nccl,
    peer ///< each rank writes into the memory of the others, or has it copied there
};

/// The parsed name of a machine with several GPUs.
struct MultiGpu {
    std::vector<int> ordinals; ///< of each rank; the same number again puts several ranks on one GPU; empty: all GPUs
    ExchangeKind exchange = ExchangeKind::best;
};

/// `cuda:mpi`: the GPUs of all processes that mpirun or srun has started, one a process. It is opened by
/// leading_rank.h's two sides.
constexpr const char* mpi_machine = "cuda:mpi";

/// Whether `id` names several GPUs: `cuda:0,1`, `cuda:all`, with `+nccl` or `+peer` behind it where the way that x
/// travels matters. `cuda:0` does not.
bool names_multi_gpu(const std::string& id);
/// Errors: "machine.unknown" where the name makes no sense.
MultiGpu parse_multi_gpu(const std::string& id);

/// Opens them as one machine, whose rows of a matrix are shared out; `cuda:all` on a computer with one GPU is that one.
/// Errors: "machine.unknown" where a GPU is missing, with those that are there; "nccl.missing".
std::unique_ptr<Machine> open_multi_gpu(const std::string& id);

} // namespace warploom::kernels
