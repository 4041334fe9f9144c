#pragma once

namespace warploom::kernels {

/// Threads of a parallel loop on the host: `wanted`, or for 0 as many as OpenMP would take and this system gives (tried
/// once), because OpenMP ends the program where it gets fewer than it was told.
int host_threads(int wanted);

} // namespace warploom::kernels
