#pragma once

namespace warploom::kernels {

/// Returns the number of threads for a parallel loop on the host: `wanted` or, if `wanted` is 0, OpenMP's default or as
/// many of these threads as the system allows. Creates the threads once, because OpenMP terminates the program if it
/// cannot start all requested threads. Error: "run.threads" if fewer than `wanted` are available.
int host_threads(int wanted);

} // namespace warploom::kernels
