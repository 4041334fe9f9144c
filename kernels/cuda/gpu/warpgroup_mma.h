#pragma once

#include <cstdint>

// Hopper's warpgroup matrix instructions (PTX ISA, "wgmma"), one function per instruction. Only for sm_90a.

namespace warploom::kernels::warpgroup {

#if defined(__CUDA_ARCH_FEAT_SM90_ALL)

/// Returns the matrix descriptor of an operand in shared memory: rows of 128 bytes, 1024 bytes between groups of eight
/// rows, with the 128-byte swizzle (PTX ISA, "matrix descriptor"). `address` is the shared memory address of the first
/// element.
__device__ __forceinline__ std::uint64_t describe(unsigned address) {
    constexpr std::uint64_t swizzled = std::uint64_t{1} << 62, eight_rows = std::uint64_t{1024 >> 4} << 32,
                            unused = std::uint64_t{1} << 16;
    return swizzled | eight_rows | unused | (address & 0x3ffffU) >> 4;
}
/// Orders register accesses (wgmma.fence). Call it before the first matrix instruction that reads registers, and after
/// each write to them.
__device__ __forceinline__ void begin() { asm volatile("wgmma.fence.sync.aligned;" ::: "memory"); }
__device__ __forceinline__ void end() { asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory"); }
/// Waits until all groups of matrix instructions have completed.
__device__ __forceinline__ void wait() { asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory"); }
/// Makes ordinary stores to shared memory visible to matrix instructions after the next barrier.
__device__ __forceinline__ void show_stores() { asm volatile("fence.proxy.async.shared::cta;" ::: "memory"); }
/// Raises or lowers the number of registers per thread in this warpgroup.
template <int registers> __device__ __forceinline__ void take_registers() {
    asm volatile("setmaxnreg.inc.sync.aligned.u32 %0;" ::"n"(registers));
}
template <int registers> __device__ __forceinline__ void give_registers() {
    asm volatile("setmaxnreg.dec.sync.aligned.u32 %0;" ::"n"(registers));
}

/// Computes c = a b, or c += a b if `adds` is set, for 64 x 128 x 8, where a and b are 11-bit parts of floats. With w
/// the warp in the warpgroup, g = lane / 4 and q = lane % 4: a is a(16 w + g + 8 (v % 2), q + 4 (v / 2)), b is in
/// shared memory in column-major order, and c[4 j + v] is c(16 w + g + 8 (v / 2), 8 j + 2 q + v % 2).
__device__ __forceinline__ void multiply_64x128x8(float (&c)[64], const unsigned (&a)[4], std::uint64_t b, bool adds) {
    asm volatile("{\n"
                 ".reg .pred adds;\n"
                 "setp.ne.b32 adds, %69, 0;\n"
                 "wgmma.mma_async.sync.aligned.m64n128k8.f32.tf32.tf32 "
                 "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
                 "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "
                 "%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "
                 "%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63}, "
                 "{%64, %65, %66, %67}, %68, adds, 1, 1;\n"
                 "}"
                 : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3]), "+f"(c[4]), "+f"(c[5]), "+f"(c[6]), "+f"(c[7]),
                   "+f"(c[8]), "+f"(c[9]), "+f"(c[10]), "+f"(c[11]), "+f"(c[12]), "+f"(c[13]), "+f"(c[14]), "+f"(c[15]),
                   "+f"(c[16]), "+f"(c[17]), "+f"(c[18]), "+f"(c[19]), "+f"(c[20]), "+f"(c[21]), "+f"(c[22]),
                   "+f"(c[23]), "+f"(c[24]), "+f"(c[25]), "+f"(c[26]), "+f"(c[27]), "+f"(c[28]), "+f"(c[29]),
                   "+f"(c[30]), "+f"(c[31]), "+f"(c[32]), "+f"(c[33]), "+f"(c[34]), "+f"(c[35]), "+f"(c[36]),
                   "+f"(c[37]), "+f"(c[38]), "+f"(c[39]), "+f"(c[40]), "+f"(c[41]), "+f"(c[42]), "+f"(c[43]),
                   "+f"(c[44]), "+f"(c[45]), "+f"(c[46]), "+f"(c[47]), "+f"(c[48]), "+f"(c[49]), "+f"(c[50]),
                   "+f"(c[51]), "+f"(c[52]), "+f"(c[53]), "+f"(c[54]), "+f"(c[55]), "+f"(c[56]), "+f"(c[57]),
                   "+f"(c[58]), "+f"(c[59]), "+f"(c[60]), "+f"(c[61]), "+f"(c[62]), "+f"(c[63])
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(static_cast<int>(adds)));
}

#endif

} // namespace warploom::kernels::warpgroup
