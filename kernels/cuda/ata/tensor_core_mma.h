#pragma once

// The instructions that `tensor-core` is made of, one function each.

namespace warploom::kernels::tensor_core {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// c += a b, 16 x 8 x 4, the fragments of one lane: a(g + 8 v, q), b(q, g), c(g + 8 (v / 2), 2 q + v % 2).
/// Hopper also has 16 x 8 x 8 in one instruction; on an H200 the kernel was 10 to 13 % slower with it.
__device__ __forceinline__ void multiply_16x8x4(double (&c)[4], const double (&a)[2], double b) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1000
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(b));
#else
    // Only Hopper has this one; elsewhere it is two small ones, 8 x 8 x 4.
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(c[0]), "+d"(c[1])
        : "d"(a[0]), "d"(b));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(c[2]), "+d"(c[3])
        : "d"(a[1]), "d"(b));
#endif
}

/// Copies `doubles` (1 or 2) values to shared memory without waiting; writes zeros instead where there is nothing.
template <int doubles> __device__ __forceinline__ void copy_async(unsigned shared, const double* global, bool exists) {
    const int bytes = exists ? 8 * doubles : 0;
    if constexpr (doubles == 2)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(shared), "l"(global), "r"(bytes)
                     : "memory");
    else asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(shared), "l"(global), "r"(bytes) : "memory");
}
__device__ __forceinline__ void end_copy_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until at most `newest` groups are still on their way.
template <int newest> __device__ __forceinline__ void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory");
}

#endif

} // namespace warploom::kernels::tensor_core
