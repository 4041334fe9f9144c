#include "kernels/cuda/registry.h"

namespace warploom::kernels {

const std::vector<CudaOnlyTridiagonalEntry>& cuda_only_tridiagonal_entries() {
    static const std::vector<CudaOnlyTridiagonalEntry> entries{};
    return entries;
}

} // namespace warploom::kernels
