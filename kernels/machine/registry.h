#pragma once

#include "engine/simulated/tracer.h"
#include "kernels/machine/machine.h"

#include <memory>
#include <vector>

// Tables of the storage formats and of the kernels for each kind of machine, and functions that bind kernels.

namespace warploom::kernels {

struct FormatEntry {
    FormatInfo info;
    std::int64_t (*bytes_needed)(const CsrMatrix&, Precision, const FormatOptions&);
    std::shared_ptr<HostFormat> (*make)(const CsrMatrix&, Precision, const FormatOptions&);
};
const std::vector<FormatEntry>& format_entries(); // all storage formats (kernels/formats/formats.cpp)

struct SimulatedEntry {
    Operation operation;
    KernelInfo info;
    /// Binds the kernel. `tracer` records every access; null disables tracing.
    std::unique_ptr<Bound> (*bind)(const BindRequest&, simulated::Tracer* tracer);
};
/// Returns all kernels for the simulated GPU: those built in as CUDA C source, and methods that use another kernel.
const std::vector<SimulatedEntry>& simulated_entries();

/// A kernel of the machine `cpu`. `bind` receives the machine, because some methods bind another kernel on it.
struct HostEntry {
    Operation operation;
    KernelInfo info;
    std::unique_ptr<Bound> (*bind)(const BindRequest&, Machine& host);
};
const std::vector<HostEntry>& host_entries(); // all kernels of the machine `cpu` (kernels/cpu/entries.cpp)

/// A kernel that exists only for CUDA. Machines without CUDA can list it as unavailable, with a reason.
struct CudaOnlyKernel {
    Operation operation;
    KernelInfo info;
};
const std::vector<CudaOnlyKernel>& cuda_only_kernels();

/// Returns the entry of a kernel in a table, or null if there is none.
template <class Entry>
const Entry* find_entry(const std::vector<Entry>& entries, Operation operation, const std::string& kernel) {
    for (const Entry& entry : entries)
        if (entry.operation == operation && kernel == entry.info.id) return &entry;
    return nullptr;
}
/// Returns the simulated GPU's entry for a built-in kernel or a user's kernel (kernels/sources), or null if there is
/// none. Errors: see find_kernel_file.
const SimulatedEntry* find_simulated_entry(Operation operation, const std::string& kernel);

/// Binds a kernel to the simulated GPU with a tracer. Errors: "kernel.unknown" if the kernel cannot be traced, and all
/// binding errors.
std::unique_ptr<Bound> bind_traced(const BindRequest& request, simulated::Tracer& tracer);
/// Binds a kernel with a tracer and returns it as the bound type of its input.
template <class Input>
std::unique_ptr<typename Input::Bound> bind_traced(const std::string& kernel, Input input, int block_size,
                                                   simulated::Tracer& tracer) {
    auto bound = bind_traced(BindRequest{kernel, std::move(input), block_size}, tracer);
    return std::unique_ptr<typename Input::Bound>(static_cast<typename Input::Bound*>(bound.release()));
}

} // namespace warploom::kernels
