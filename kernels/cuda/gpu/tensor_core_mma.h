#pragma once

// PTX instructions of the kernel `tensor-core`, one function per instruction.

namespace warploom::kernels::tensor_core {

/// Two adjacent values that are read and written together.
template <class Real> struct alignas(2 * sizeof(Real)) Two { Real x, y; };

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800

/// Computes c += a b with a 16 x 8 x 4 matrix instruction in double precision. A lane holds a(g + 8 v, q), b(q, g) and
/// c(g + 8 (v / 2), 2 q + v % 2). Hopper also has a 16 x 8 x 8 instruction, which made the kernel 10 to 13 % slower on
/// an H200.
__device__ __forceinline__ void multiply_16x8x4(double (&c)[4], const double (&a)[2], double b) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1000
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%0,%1,%2,%3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(b));
#else
    // Only Hopper has the m16n8k4 instruction. Older GPUs use two 8 x 8 x 4 instructions.
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(c[0]), "+d"(c[1])
        : "d"(a[0]), "d"(b));
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%0,%1};"
        : "+d"(c[2]), "+d"(c[3])
        : "d"(a[1]), "d"(b));
#endif
}

/// A 24-bit number, split into the sum of two parts because tensor cores read only 11 bits. The large part is the
/// number rounded to 11 bits. The small part is the remainder without its last bit, which is at most 2^-23 of the
/// number. For infinities and NaN, the small part is not finite either.
struct Parts {
    unsigned large, small;
};
__device__ __forceinline__ Parts split(float x) {
    const unsigned large = (__float_as_uint(x) + 0x1000U) & 0xffffe000U;
    return {large, __float_as_uint(x - __uint_as_float(large))};
}
/// Computes c += a b with a 16 x 8 x 8 matrix instruction, where a and b are 11-bit parts of floats. A lane holds a(g +
/// 8 (v % 2), q + 4 (v / 2)), b(q + 4 v, g) and c(g + 8 (v / 2), 2 q + v % 2).
__device__ __forceinline__ void multiply_16x8x8(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2]) {
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

/// Starts an asynchronous copy of `bytes` bytes (4, 8 or 16) to shared memory. Writes zeros if `exists` is false.
template <int bytes> __device__ __forceinline__ void copy_async(unsigned shared, const void* global, bool exists) {
    const int there = exists ? bytes : 0;
    if constexpr (bytes == 16)
        asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16, %2;" ::"r"(shared), "l"(global), "r"(there)
                     : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(shared), "l"(global), "n"(bytes), "r"(there)
                     : "memory");
}
__device__ __forceinline__ void end_copy_group() { asm volatile("cp.async.commit_group;" ::: "memory"); }
/// Waits until at most `newest` groups of asynchronous copies are in flight.
template <int newest> __device__ __forceinline__ void wait_for_copies() {
    asm volatile("cp.async.wait_group %0;" ::"n"(newest) : "memory");
}

/// Prefetches a 128-byte cache line to L2.
__device__ __forceinline__ void bring_to_l2(const void* line) { asm volatile("prefetch.global.L2 [%0];" ::"l"(line)); }

/// Writes elements of C with streaming stores. They are not read again, so the caches stay available for A.
__device__ __forceinline__ void write_two(double* to, double x, double y) {
    __stcs(reinterpret_cast<double2*>(to), make_double2(x, y));
}
__device__ __forceinline__ void write_two(float* to, float x, float y) {
    __stcs(reinterpret_cast<float2*>(to), make_float2(x, y));
}
__device__ __forceinline__ void write_four(float* to, const float (&v)[4]) {
    __stcs(reinterpret_cast<float4*>(to), make_float4(v[0], v[1], v[2], v[3]));
}

/// Computes an element of AᵀA without tensor cores.
__device__ __forceinline__ float plain_sum(const float* a, int m, int n, int row, int column) {
    float sum = 0;
    for (int k = 0; k < m; ++k, a += n) sum += a[row] * a[column];
    return sum;
}

#endif

} // namespace warploom::kernels::tensor_core
