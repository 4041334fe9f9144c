#pragma once

#include <cuda_runtime.h>

namespace warploom::kernels {

/// Measures the peak float rate of tensor cores with 11-bit parts. Each of a block's two warpgroups executes this many
/// rounds of eight matrix instructions. The function enqueues one kernel on a Hopper GPU.
constexpr int wide_rounds = 512;
constexpr double wide_operations = 2.0 * 2 * 64 * 128 * 8 * 8 * wide_rounds;
void enqueue_wide_fragments(int blocks, float factor, float* never, cudaStream_t stream);

} // namespace warploom::kernels
