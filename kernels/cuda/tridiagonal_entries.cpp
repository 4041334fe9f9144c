#include "kernels/cuda/cusparse_gtsv2.h"
#include "kernels/cuda/registry.h"

namespace warploom::kernels {

const std::vector<CudaOnlyTridiagonalEntry>& cuda_only_tridiagonal_entries() {
    static const std::vector<CudaOnlyTridiagonalEntry> entries{
        {"cusparse-gtsv2", bind_cusparse_gtsv2},
        {"cusparse-gtsv2-nopivot", bind_cusparse_gtsv2_nopivot},
    };
    return entries;
}

} // namespace warploom::kernels
