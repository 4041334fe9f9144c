#pragma once

#include <cuda_runtime.h>

namespace warploom::kernels {

/// c(i, j) = c(j, i) for all i > j: the triangle with column >= row is there, the other becomes its mirror. n x n, row
/// by row. Enqueues one launch. Errors: "device.fault".
template <class T> void enqueue_mirror(T* c, int n, cudaStream_t stream);

} // namespace warploom::kernels
