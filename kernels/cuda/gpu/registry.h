#pragma once

#include "kernels/machine/machine.h"
#include "kernels/sources/text_gpu.h"

#include <memory>
#include <string>

// The table of kernels that run only on CUDA: vendor kernels, and kernels of this project that are not written in
// portable CUDA C.

namespace warploom::cuda {
class Device;
class Timer;
} // namespace warploom::cuda

namespace warploom::kernels {

struct CudaPlace {
    std::shared_ptr<cuda::Device> device;
    cuda::Timer* timer = nullptr; ///< timer for vendor kernels that select an algorithm by timing
};
/// Sets the functions that bind kernels from CUDA C source code. Call it once.
void use_texts(const Texts& texts);
/// Binds a kernel from the CUDA table or a user's kernel. Errors: "kernel.machine", "kernel.format", "kernel.block".
std::unique_ptr<Bound> bind_on(const CudaPlace& place, const BindRequest& request);

struct CudaEntry {
    using Bind = std::unique_ptr<Bound>(const CudaPlace&, const BindRequest&);
    Operation operation;
    const char* id;
    Bind* bind;
    /// Whether the kernel has a block size and accepts external arrays for x and y (false for vendor kernels).
    bool is_ours = true;
    const char* format = ""; ///< storage format, as in the kernel's KernelInfo in the program's registry
};
/// Returns the CUDA table entry of a kernel, or null if the kernel does not run on CUDA.
const CudaEntry* find_cuda_entry(Operation, const std::string& id);

/// Binds the kernel class Kernel<T>(device, input) in the precision T of the input.
template <class Input, template <class> class Kernel>
std::unique_ptr<Bound> bind_input(const CudaPlace& place, const BindRequest& request) {
    const auto& input = request.as<Input>();
    return made_in<Bound, Kernel>(precision_of(input), place.device, input);
}

// Functions that bind CUDA kernels, as listed in kernels/cuda/plugin/entries.cpp. Restrictions: cuSPARSE tridiagonal
// solvers require at least 3 unknowns ("kernel.refused"). They overwrite the right-hand side, so every call first
// copies d to x, and the time includes this copy. On a GPU without FP64 matrix instructions, `tensor-core` runs `tiled`
// and reports this in `detail`. On 132 multiprocessors, csr-sweep supports at most 16.7 million columns. It rejects
// matrices in which the columns of a row are adjacent ("kernel.refused"). ozaki falls back to `tensor-core` in float
// and for more than 131,071 rows, where its sums would overflow int32. cuBLAS uses pedantic math, without emulation or
// reduced precision. Errors: "memory.limit", "device.fault".
CudaEntry::Bind bind_csr_sweep, bind_cuda_cg, bind_tensor_core_ata, bind_ozaki_ata;
extern CudaEntry::Bind *const bind_cusparse_csr,
    *const bind_cusparse_csr_alg1,
        *const bind_cusparse_csr_alg2,
            *const bind_cusparse_spmvop, *const bind_cusparse_coo, *const bind_cusparse_bsr, *const bind_cusparse_sell;
extern CudaEntry::Bind *const bind_cusparse_gtsv2,
    *const bind_cusparse_gtsv2_nopivot, *const bind_cusparse_gtsv2_batch, *const bind_cusparse_gtsv_interleaved;
extern CudaEntry::Bind *const bind_cusparse_spsv, *const bind_cublas_gemm, *const bind_cublas_syrk;

} // namespace warploom::kernels
