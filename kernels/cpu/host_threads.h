#pragma once

namespace warploom::kernels {

/// Threads of a parallel loop on the host: `wanted`, or for 0 as many as OpenMP would take and this system gives. They
/// are tried and started once for each number, because OpenMP ends the program where it gets fewer than it was told.
/// Error: "run.threads" where fewer than `wanted` can be had.
int host_threads(int wanted);

} // namespace warploom::kernels
