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

} // namespace warploom::kernels
