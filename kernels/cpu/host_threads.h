#pragma once

namespace warploom::kernels {

/// Returns the number of threads for a parallel loop on the host: `wanted`, or if `wanted` is 0, the number that OpenMP
/// would use and the system allows. To verify the number, creates the threads once, because OpenMP terminates the
/// program if it gets fewer threads than requested. Error: "run.threads" if fewer than `wanted` are available.
int host_threads(int wanted);

} // namespace warploom::kernels
