#include "kernels/cuda/registry.h"

namespace warploom::kernels {

const std::vector<CudaOnlyAtaEntry>& cuda_only_ata_entries() {
    static const std::vector<CudaOnlyAtaEntry> entries{};
    return entries;
}

} // namespace warploom::kernels
