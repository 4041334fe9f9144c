#pragma once

#include "engine/fields/names.h"

// The words that both sides of the wire use, as types.

namespace warploom::wire {

/// The computed operation (docs/architecture.md, "Operations").
enum class Operation { spmv, cg, tridiagonal, ata, trsv, ilu };
enum class Precision { float32, float64 };
enum class CacheState { cold, warm };
enum class MachineKind { cpu, cuda, simulated };

/// Where a kernel can run.
enum class RunsOn {
    host,    ///< machine `cpu` only: plain loops, OpenMP, Eigen
    gpu,     ///< `cuda:N` and `simulated:CARD`, from one source
    cuda,    ///< `cuda:N` only: the vendor's libraries
    anywhere ///< every machine: a method over whatever product runs there
};

/// How far a row of a run has come.
enum class RowStatus {
    waiting, ///< only in the window: the worker has said nothing of it yet
    running, ///< only in the window: samples arrive
    ok,
    skipped, ///< the format refused the matrix, or the machine does not run the kernel
    wrong,   ///< the result missed its error bound, so no time is given
    error
};

enum class Preconditioner { none, jacobi, ic0, ilu0 };
/// Where b of A x = b comes from: A times a random x, or what the matrix brought with it (a water network's flows).
enum class RightSide { random, given };

const char* to_string(Operation);      ///< "spmv", "cg", ...
const char* to_string(Precision);      ///< "float", "double"
const char* to_string(CacheState);     ///< "cold", "warm"
const char* to_string(MachineKind);    ///< "cpu", "cuda", "simulated"
const char* to_string(RunsOn);         ///< "host", "gpu", "cuda", "anywhere"
const char* to_string(RowStatus);      ///< "ok", ...
const char* to_string(Preconditioner); ///< "none", "jacobi", "ic0", "ilu0"
const char* to_string(RightSide);      ///< "drawn", "given"

template <> struct Names<Operation> {
    static constexpr auto all = first_values<Operation, 6>();
    static constexpr const char* noun = "operation";
};
template <> struct Names<Precision> {
    static constexpr auto all = first_values<Precision, 2>();
    static constexpr const char* noun = "precision";
};
template <> struct Names<CacheState> {
    static constexpr auto all = first_values<CacheState, 2>();
    static constexpr const char* noun = "cache state";
};
template <> struct Names<MachineKind> { static constexpr auto all = first_values<MachineKind, 3>(); };
template <> struct Names<RunsOn> { static constexpr auto all = first_values<RunsOn, 4>(); };
template <> struct Names<RowStatus> { static constexpr auto all = first_values<RowStatus, 6>(); };
template <> struct Names<Preconditioner> {
    static constexpr auto all = first_values<Preconditioner, 4>();
    static constexpr const char* noun = "preconditioner";
};
template <> struct Names<RightSide> {
    static constexpr auto all = first_values<RightSide, 2>();
    static constexpr const char* noun = "right-hand side";
};

} // namespace warploom::wire
