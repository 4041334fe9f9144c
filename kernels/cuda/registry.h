#pragma once

#include "kernels/machine.h"

#include <memory>
#include <vector>

// What kernels/CMakeLists.txt generates for CUDA from its add_kernel lines, and the vendor's kernels beside it.

namespace warploom::cuda {
class Device;
class Timer;
} // namespace warploom::cuda

namespace warploom::kernels {

/// A kernel as nvcc made it.
struct CudaSpmvEntry {
    KernelInfo info;
    std::unique_ptr<BoundSpmv> (*bind)(std::shared_ptr<cuda::Device>, std::shared_ptr<const HostFormat>,
                                       int block_size);
};
const std::vector<CudaSpmvEntry>& cuda_spmv_entries(); // generated

struct CudaTridiagonalEntry {
    KernelInfo info;
    std::unique_ptr<BoundTridiagonal> (*bind)(std::shared_ptr<cuda::Device>, const TridiagonalInput&, int block_size);
};
const std::vector<CudaTridiagonalEntry>& cuda_tridiagonal_entries(); // generated

struct CudaAtaEntry {
    KernelInfo info;
    std::unique_ptr<BoundAta> (*bind)(std::shared_ptr<cuda::Device>, const AtaInput&, int block_size);
};
const std::vector<CudaAtaEntry>& cuda_ata_entries(); // generated

/// What runs on CUDA only, the vendor's and our own; `id` as in vendor_kernels().
struct CudaOnlyTridiagonalEntry {
    const char* id;
    std::unique_ptr<BoundTridiagonal> (*bind)(std::shared_ptr<cuda::Device>, const TridiagonalInput&, int block_size);
};
const std::vector<CudaOnlyTridiagonalEntry>& cuda_only_tridiagonal_entries();
struct CudaOnlyAtaEntry {
    const char* id;
    std::unique_ptr<BoundAta> (*bind)(std::shared_ptr<cuda::Device>, const AtaInput&, int block_size);
};
const std::vector<CudaOnlyAtaEntry>& cuda_only_ata_entries();

/// `spmv` is null for methods that have a product of their own.
std::unique_ptr<BoundCg> bind_cuda_cg(std::shared_ptr<cuda::Device>, const CgKernelName&, std::unique_ptr<BoundSpmv>,
                                      const CgInput&, int block_size);

/// A kernel of cuSPARSE. Binding tries its algorithms with the timer and keeps the fastest.
struct VendorSpmvEntry {
    const char* id;     ///< `cusparse-csr`
    const char* format; ///< id of the format it is made from
    std::unique_ptr<BoundSpmv> (*bind)(std::shared_ptr<cuda::Device>, cuda::Timer&, std::shared_ptr<const HostFormat>);
};
const std::vector<VendorSpmvEntry>& vendor_spmv_entries();

} // namespace warploom::kernels
