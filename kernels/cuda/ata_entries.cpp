#include "kernels/cuda/cublas_ata.h"
#include "kernels/cuda/registry.h"
#include "kernels/cuda/tensor_core_ata.h"

namespace warploom::kernels {

const std::vector<CudaOnlyAtaEntry>& cuda_only_ata_entries() {
    static const std::vector<CudaOnlyAtaEntry> entries{
        {"tensor-core", bind_tensor_core_ata},
        {"cublas-dgemm", bind_cublas_gemm},
        {"cublas-dsyrk", bind_cublas_syrk},
    };
    return entries;
}

} // namespace warploom::kernels
