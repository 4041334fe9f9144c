#pragma once

#include "kernels/machine.h"

#include <memory>
#include <vector>

namespace warploom::kernels {

/// A host kernel and how to bind it.
struct CpuEntry {
    KernelInfo info;
    std::unique_ptr<BoundSpmv> (*bind)(std::shared_ptr<const HostFormat>);
};

const std::vector<CpuEntry>& cpu_entries();

struct CpuTridiagonalEntry {
    KernelInfo info;
    std::unique_ptr<BoundTridiagonal> (*bind)(const TridiagonalInput&);
};
const std::vector<CpuTridiagonalEntry>& cpu_tridiagonal_entries();

struct CpuAtaEntry {
    KernelInfo info;
    std::unique_ptr<BoundAta> (*bind)(const AtaInput&);
};
const std::vector<CpuAtaEntry>& cpu_ata_entries();

} // namespace warploom::kernels
