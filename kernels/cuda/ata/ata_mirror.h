#pragma once

#include <cuda_runtime.h>

namespace warploom::kernels {

/// Copies the upper triangle of C to the lower triangle: c(i, j) = c(j, i) for all i > j. C is n x n in row-major
/// order. Enqueues one kernel. Errors: "device.fault".
template <class T> void enqueue_mirror(T* c, int n, cudaStream_t stream);

} // namespace warploom::kernels
