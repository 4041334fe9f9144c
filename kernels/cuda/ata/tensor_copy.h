#pragma once

#include <cuda.h>

// Hopper's tensor copies and the mbarriers that track their completion (PTX ISA, "cp.async.bulk.tensor" and
// "mbarrier"), one function per instruction. All addresses are in shared memory.

namespace warploom::kernels::tensor_copy {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

/// Initializes an mbarrier. A phase completes after `arrivals` arrivals and the transfer of all announced bytes.
__device__ __forceinline__ void begin_barrier(unsigned barrier, int arrivals) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(barrier), "r"(arrivals) : "memory");
}
/// Makes initialized mbarriers visible to tensor copies. Call __syncthreads() afterward.
__device__ __forceinline__ void show_barriers_to_copies() {
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ __forceinline__ void arrive(unsigned barrier) {
    asm volatile("mbarrier.arrive.shared::cta.b64 _, [%0];" ::"r"(barrier) : "memory");
}
/// Arrives at an mbarrier and announces the number of bytes to be transferred.
__device__ __forceinline__ void arrive_expecting(unsigned barrier, int bytes) {
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes) : "memory");
}
/// Waits for the mbarrier phase with this parity. The phase before the first one counts as complete.
__device__ __forceinline__ void wait(unsigned barrier, unsigned parity) {
    asm volatile("{\n"
                 ".reg .pred ended;\n"
                 "again: mbarrier.try_wait.parity.shared::cta.b64 ended, [%0], %1;\n"
                 "@!ended bra again;\n"
                 "}" ::"r"(barrier),
                 "r"(parity)
                 : "memory");
}

/// Returns true in exactly one lane of a full warp. The instruction tells the compiler that only one lane is elected.
/// With `lane == 0`, the compiler would wrap each copy in a loop over the lanes, which takes longer than the copies.
__device__ __forceinline__ bool is_elected() {
    unsigned is;
    asm volatile("{\n"
                 ".reg .pred is;\n"
                 "elect.sync _|is, 0xffffffff;\n"
                 "selp.b32 %0, 1, 0, is;\n"
                 "}"
                 : "=r"(is));
    return is != 0;
}

/// Starts an asynchronous tensor copy of the box at (row, column). Elements outside the matrix become zeros. The
/// mbarrier counts the copied bytes.
__device__ __forceinline__ void copy_box(unsigned to, const CUtensorMap& map, int row, int column, unsigned barrier) {
    asm volatile(
        "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(
            to),
        "l"(&map), "r"(column), "r"(row), "r"(barrier)
        : "memory");
}

// Synchronize a cluster of two blocks: writes before arrive_at_cluster() are visible after wait_for_cluster().
__device__ __forceinline__ void arrive_at_cluster() {
    asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
}
__device__ __forceinline__ void wait_for_cluster() {
    asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
}
__device__ __forceinline__ unsigned rank_in_cluster() {
    unsigned rank;
    asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
    return rank;
}
/// Maps a shared memory address to the same location in the block with this rank in the cluster.
__device__ __forceinline__ unsigned place_in_block(unsigned address, unsigned rank) {
    unsigned place;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(place) : "r"(address), "r"(rank));
    return place;
}
__device__ __forceinline__ void store_in_block(unsigned place, double2 two) {
    asm volatile("st.shared::cluster.v2.f64 [%0], {%1, %2};" ::"r"(place), "d"(two.x), "d"(two.y) : "memory");
}

#endif

} // namespace warploom::kernels::tensor_copy
