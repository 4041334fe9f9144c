#pragma once

namespace warploom::kernels {

/// Returns the number of threads for a parallel loop on the host: `wanted` or, if it is 0, the number that OpenMP would
/// use, if the system allows it. Creates the threads once, because OpenMP terminates the program if it gets fewer than
/// requested. Error: "run.threads" if fewer than `wanted` are available.
int host_threads(int wanted);

} // namespace warploom::kernels
