#pragma once

#include "kernels/machine/machine.h"

#include <memory>
#include <string>
#include <vector>

namespace warploom::kernels {

/// The method of exchanging entries of x between ranks.
enum class ExchangeKind {
    best, ///< the faster of the available methods, measured with the matrix
    nccl,
    peer ///< each rank writes into the memory of the others, or copies to it
};

/// The parsed name of a machine with several GPUs.
struct MultiGpu {
    std::vector<int> ordinals; ///< device of each rank, repeated to put several ranks on one GPU; empty for all devices
    ExchangeKind exchange = ExchangeKind::best;
};

/// The GPUs of all processes that mpirun or srun started, one per process. They are opened by leading_rank.h.
constexpr const char* mpi_machine = "cuda:mpi";

/// Returns whether `id` names several GPUs: `cuda:0,1`, `cuda:all`, optionally followed by `+nccl` or `+peer` for the
/// method of exchange. `cuda:0` does not.
bool names_multi_gpu(const std::string& id);
/// Parses the name of a machine with several GPUs. Errors: "machine.unknown" if the name is malformed.
MultiGpu parse_multi_gpu(const std::string& id);

/// Opens the GPUs as one machine that partitions the rows of a matrix. On a computer with a single GPU, `cuda:all` is
/// that GPU. Errors: "machine.unknown" with the list of GPUs if one is missing; "nccl.missing".
std::unique_ptr<Machine> open_multi_gpu(const std::string& id);

} // namespace warploom::kernels
