#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine.h"

#include <functional>
#include <memory>
#include <vector>

// What kernels/CMakeLists.txt generates from its add_format and add_kernel lines, and who reads it.

namespace warploom::kernels {

/// A format as a row of a table.
struct FormatEntry {
    FormatInfo info;
    std::int64_t (*bytes_needed)(const CsrMatrix&, Precision, const FormatOptions&);
    std::shared_ptr<HostFormat> (*make)(const CsrMatrix&, Precision, const FormatOptions&);
};

/// A kernel with the targets that the host compiler made of it.
template <class BoundKernel, class Input> struct KernelEntry {
    using Bind = std::unique_ptr<BoundKernel> (*)(Input, int block_size, simulated::Tracer*);
    KernelInfo info;
    Bind bind_simulated;
    Bind bind_traced;
};
using SpmvEntry = KernelEntry<BoundSpmv, SpmvInput>;
using TridiagonalEntry = KernelEntry<BoundTridiagonal, TridiagonalInput>;
using AtaEntry = KernelEntry<BoundAta, AtaInput>;

// Generated, one entry for each add_format or add_kernel line.
const std::vector<FormatEntry>& format_entries();
const std::vector<SpmvEntry>& spmv_entries();
const std::vector<TridiagonalEntry>& tridiagonal_entries();
const std::vector<AtaEntry>& ata_entries();

} // namespace warploom::kernels
