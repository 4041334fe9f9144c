#pragma once

#include <cuda_runtime.h>

namespace warploom::kernels {

/// The number of rounds of eight matrix instructions that each of a block's two warpgroups executes, and the number of
/// operations per block, in float with 11-bit parts. The function enqueues one launch on a Hopper GPU.
constexpr int wide_rounds = 512;
constexpr double wide_operations = 2.0 * 2 * 64 * 128 * 8 * 8 * wide_rounds;
void enqueue_wide_fragments(int blocks, float factor, float* never, cudaStream_t stream);

} // namespace warploom::kernels
