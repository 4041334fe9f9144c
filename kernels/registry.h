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

using BindSpmv = std::unique_ptr<BoundSpmv> (*)(std::shared_ptr<const HostFormat>, int block_size, simulated::Tracer*);

/// A kernel with the targets that the host compiler made of it.
struct SpmvEntry {
    KernelInfo info;
    BindSpmv bind_simulated;
    BindSpmv bind_traced;
};

const std::vector<FormatEntry>& format_entries();  // generated
const std::vector<SpmvEntry>& spmv_entries();      // generated

} // namespace warploom::kernels
