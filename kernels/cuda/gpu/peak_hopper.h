#pragma once

#include <cuda_runtime.h>

namespace warploom::kernels {

/// The number of matrix instructions of four warps that a block executes with two groups of four warps, and the number
/// of operations per block. In float, with parts of 11 bits. Enqueues one launch on a Hopper GPU.
constexpr int wide_rounds = 512;
constexpr double wide_operations = 2.0 * 2 * 64 * 128 * 8 * 8 * wide_rounds;
void enqueue_wide_fragments(int blocks, float factor, float* never, cudaStream_t stream);

} // namespace warploom::kernels
