#pragma once

#include <cuda_runtime.h>

namespace warploom::kernels {

/// Number of rounds of eight matrix instructions that each of a block's two warpgroups executes.
/// enqueue_wide_fragments() enqueues one kernel on a Hopper GPU, which measures the peak float rate of tensor cores
/// with 11-bit parts.
constexpr int wide_rounds = 512;
constexpr double wide_operations = 2.0 * 2 * 64 * 128 * 8 * 8 * wide_rounds;
void enqueue_wide_fragments(int blocks, float factor, float* never, cudaStream_t stream);

} // namespace warploom::kernels
