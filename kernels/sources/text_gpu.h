#pragma once

#include "engine/simt/machine/launcher.h"
#include "kernels/machine/bind_request.h"
#include "kernels/operations/bound.h"
#include "kernels/plans/plan.h"
#include "kernels/plans/row_lengths.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

// Runs kernels from a CUDA C file on a real GPU. The program parses the file and executes `run`; the CUDA plug-in
// manages the arrays, and compiles and launches the kernels.

namespace warploom::kernels {

struct KernelInfo;

/// CUDA C source code for a GPU compiler.
struct DeviceText {
    std::string file;
    std::string text; ///< source code, as returned by simt::device_text
    std::vector<std::string> kernels;
    bool is_built_in = false;
};

/// The GPU, arrays and compiled code of one bound kernel. Operations run in call order. Not thread-safe.
class TextGpu {
public:
    virtual ~TextGpu() = default;

    /// Returns the properties of the GPU for plans.
    virtual PlanCard card() const { return {}; }
    /// Allocates GPU memory with the lifetime of this object. Errors: "memory.limit".
    virtual void* make_array(std::int64_t bytes, const std::string& name) = 0;
    /// Copies data between host and GPU. Both functions are synchronous.
    virtual void upload(void* to, const void* from, std::int64_t bytes) = 0;
    virtual void download(void* to, const void* from, std::int64_t bytes) const = 0;

    /// Returns the GPU copy of a format's array, given its index in HostFormat::arrays(). All kernels on this GPU that
    /// do not write to the array share it. Returns null if each kernel needs its own copy. Adds the upload time to the
    /// transfer time. Errors: "memory.limit".
    virtual const void* share(const std::shared_ptr<const HostFormat>&, std::size_t, double*) { return nullptr; }

    /// Returns an object that counts entries and rows of a CSR matrix on the GPU for plans, or null if this is not
    /// supported. It must not outlive this object or the format.
    virtual std::unique_ptr<RowsOnGpu> rows_of(const std::shared_ptr<const HostFormat>&, double* /*transfer_ns*/) {
        return nullptr;
    }

    /// Compiles CUDA C code for this GPU. Built-in kernels may be precompiled. Errors: "kernel.compiler" if there is no
    /// compiler; "kernel.refused-text" with the compiler's message.
    virtual void compile(const DeviceText& text) = 0;
    /// Starts a kernel launch or a fill operation. A fill operation requires no compiled code. Errors: "device.fault".
    virtual void start(const simt::HostStep& step) = 0;
    /// Stores launches and fill operations for repeated use, and returns a handle.
    virtual std::size_t keep(std::vector<simt::HostStep> steps) {
        kept_.push_back(std::move(steps));
        return kept_.size() - 1;
    }
    virtual void start_kept(std::size_t number) {
        for (const simt::HostStep& step : kept_[number]) start(step);
    }
    virtual void finish() = 0;
    /// Returns how long a call in this process has been waiting for a GPU, in seconds; 0 if none is waiting. Can be
    /// called from another thread while a member function is blocked.
    virtual double waited_s() const { return 0; }

private:
    std::vector<std::vector<simt::HostStep>> kept_;
};

/// Binds the kernels of a CUDA C file to arrays on a GPU.
using BindText = std::unique_ptr<Bound>(const BindRequest& request, std::unique_ptr<TextGpu> gpu);

/// Functions of the program for the CUDA plug-in: they bind kernels from CUDA C files and look up kernels.
struct Texts {
    /// Returns a kernel of any machine, or null if there is none.
    const KernelInfo* (*listed)(Operation, const std::string& kernel) = nullptr;
    /// Returns a built-in kernel with a CUDA C file, or null if there is none.
    const KernelInfo* (*built_in)(Operation, const std::string& kernel) = nullptr;
    BindText* bind = nullptr;
};

/// Returns whether a name is the path of a CUDA C file.
inline bool is_kernel_file(const std::string& name) {
    return name.size() > 3 && name.compare(name.size() - 3, 3, ".cu") == 0;
}

} // namespace warploom::kernels
