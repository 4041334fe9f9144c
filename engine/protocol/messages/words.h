#pragma once

#include "engine/enum_words.h"

// Enumerations of the protocol, and the keyword for each of their values.

namespace warploom {

/// An operation that kernels perform (docs/architecture.md, "Operations").
enum class Operation {
    spmv,
    cg,
    tridiagonal,
    ata,
    trsv,
    ilu,
    free ///< an operation that the kernel source itself declares (engine/declared)
};
enum class Precision { float32, float64 };
enum class CacheState { cold, warm };
enum class MachineKind { cpu, cuda, simulated };

/// The devices on which a kernel can run.
enum class RunsOn {
    host,    ///< runs only on the host CPU (`cpu`): plain loops, OpenMP, Eigen
    gpu,     ///< runs on real and simulated GPUs (`cuda:N` and `simulated:CARD`), from the same source code
    cuda,    ///< runs only on real GPUs (`cuda:N`): vendor libraries
    anywhere ///< runs everywhere: a solver that can use any SpMV kernel of the machine
};

/// The status of a row of a run.
enum class RowStatus {
    waiting, ///< the worker process has not reported the row (used only by the window)
    running, ///< samples of this row are arriving (used only by the window)
    ok,
    skipped, ///< the storage format cannot store the matrix, or the machine cannot run the kernel
    wrong,   ///< the result exceeds its error bound, so the kernel was not timed
    error
};

enum class Preconditioner { none, jacobi, ic0, ilu0 };
/// The right-hand side b of A x = b. It is either A x for a random x, or a vector that belongs to the matrix, such as
/// the flows of a water network.
enum class RightSide { random, given };

constexpr auto words_of(Operation) { return std::array{"spmv", "cg", "tridiagonal", "ata", "trsv", "ilu", "free"}; }
constexpr auto words_of(Precision) { return std::array{"float", "double"}; }
constexpr auto words_of(CacheState) { return std::array{"cold", "warm"}; }
constexpr auto words_of(MachineKind) { return std::array{"cpu", "cuda", "simulated"}; }
constexpr auto words_of(RunsOn) { return std::array{"host", "gpu", "cuda", "anywhere"}; }
constexpr auto words_of(RowStatus) { return std::array{"waiting", "running", "ok", "skipped", "wrong", "error"}; }
constexpr auto words_of(Preconditioner) { return std::array{"none", "jacobi", "ic0", "ilu0"}; }
constexpr auto words_of(RightSide) { return std::array{"drawn", "given"}; }

constexpr const char* noun_of(Operation) { return "operation"; }
constexpr const char* noun_of(Precision) { return "precision"; }
constexpr const char* noun_of(CacheState) { return "cache state"; }
constexpr const char* noun_of(Preconditioner) { return "preconditioner"; }
constexpr const char* noun_of(RightSide) { return "right-hand side"; }

} // namespace warploom

namespace warploom::protocol {

using warploom::named;
using warploom::names_of;
using warploom::to_string;

} // namespace warploom::protocol
