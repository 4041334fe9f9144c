#pragma once

namespace warploom::kernels {

/// Returns the number of threads for a parallel loop on the host: `wanted`, or if it is 0, as many as OpenMP would use
/// and the system allows. To find out, creates that many threads once, because OpenMP terminates the program if it gets
/// fewer threads than requested. Error: "run.threads" if fewer than `wanted` are available.
int host_threads(int wanted);

} // namespace warploom::kernels
