#pragma once

namespace warploom::kernels {

/// Returns the number of threads of a parallel loop on the host: `wanted`, or for 0 as many as OpenMP would use and
/// this system permits. They are created once for each number to test this, because OpenMP ends the program if it gets
/// fewer threads than requested. Error: "run.threads" if fewer than `wanted` are available.
int host_threads(int wanted);

} // namespace warploom::kernels
