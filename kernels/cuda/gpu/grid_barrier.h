#pragma once

#include <cuda/atomic>

namespace warploom::kernels {

/// All blocks of a cooperative launch wait for each other. `arrivals` is 0 when the kernel starts and counts up from
/// there, so no block has to set it back; `goal` is the block's own copy of how far it must have come.
/// What a thread wrote before is seen by every thread after: the block's barrier hands it to thread 0, whose addition
/// releases it, and whose reading acquires what the others have released.
__device__ __forceinline__ void grid_barrier(unsigned* arrivals, unsigned& goal) {
    __syncthreads();
    if (gridDim.x == 1) return;
    goal += gridDim.x;
    if (threadIdx.x == 0) {
        const ::cuda::atomic_ref<unsigned, ::cuda::thread_scope_device> count(*arrivals);
        count.fetch_add(1, ::cuda::memory_order_release);
        while (count.load(::cuda::memory_order_acquire) < goal) {}
    }
    __syncthreads();
}

} // namespace warploom::kernels
