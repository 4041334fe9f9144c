#include "kernels/cpu/entries.h"

namespace warploom::kernels {

const std::vector<CpuAtaEntry>& cpu_ata_entries() {
    static const std::vector<CpuAtaEntry> entries{};
    return entries;
}

} // namespace warploom::kernels
