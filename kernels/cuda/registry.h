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

/// A kernel of cuSPARSE. Binding tries its algorithms with the timer and keeps the fastest.
struct VendorSpmvEntry {
    const char* id;     ///< `cusparse-csr`
    const char* format; ///< id of the format it is made from
    std::unique_ptr<BoundSpmv> (*bind)(std::shared_ptr<cuda::Device>, cuda::Timer&, std::shared_ptr<const HostFormat>);
};
const std::vector<VendorSpmvEntry>& vendor_spmv_entries();

} // namespace warploom::kernels
