#pragma once

namespace warploom::kernels {

/// Returns the number of threads for a parallel loop on the host: `wanted` or, if it is 0, OpenMP's default, limited by
/// the available resources. Creates the threads once, because OpenMP terminates the program if it cannot start
/// all requested threads. Error: "run.threads" if fewer than `wanted` are available.
int host_threads(int wanted);

} // namespace warploom::kernels
