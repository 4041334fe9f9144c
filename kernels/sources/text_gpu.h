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

// How a written kernel runs on a real GPU. The program reads the text and carries out its `run`; the CUDA half keeps
// the arrays, and compiles and launches the kernels. This header is all that both know of each other's part.

namespace warploom::kernels {

struct KernelInfo;

/// A text as a compiler for GPUs takes it.
struct DeviceText {
    std::string file;                 ///< for messages of the compiler
    std::string text;                 ///< simt::device_text
    std::vector<std::string> kernels; ///< all that launches will name
    bool is_built_in = false;
};

/// One GPU at the service of one bound kernel. Everything happens in the order of the calls. One thread at a time.
class TextGpu {
public:
    virtual ~TextGpu() = default;

    /// Returns the properties of the GPU that plans can use.
    virtual PlanCard card() const { return {}; }
    /// Memory that lives as long as this object. Errors: "memory.limit".
    virtual void* make_array(std::int64_t bytes, const std::string& name) = 0;
    /// Both wait until the copy is done.
    virtual void upload(void* to, const void* from, std::int64_t bytes) = 0;
    virtual void download(void* to, const void* from, std::int64_t bytes) const = 0;

    /// Returns one array of a format in the order of HostFormat::arrays(), which all kernels on this GPU that do not
    /// write it share; null if each needs its own copy. Adds the time of the upload. Errors: "memory.limit".
    virtual const void* share(const std::shared_ptr<const HostFormat>&, std::size_t, double*) { return nullptr; }

    /// The rows of CSR, for plans. It may not outlive this object, nor the format. Null where rows are not looked at
    /// there.
    virtual std::unique_ptr<RowsOnGpu> rows_of(const std::shared_ptr<const HostFormat>&, double* /*transfer_ns*/) {
        return nullptr;
    }

    /// Makes a text ready for launches on this GPU. A built-in text may be compiled already.
    /// Errors: "kernel.compiler" where there is no compiler, "kernel.refused-text" with the compiler's words.
    virtual void compile(const DeviceText& text) = 0;
    /// Starts a launch, or a fill, which needs nothing compiled. Errors: "device.fault".
    virtual void start(const simt::HostStep& step) = 0;
    /// Keeps steps that will be started again and again. Gives the number by which they are known.
    virtual std::size_t keep(std::vector<simt::HostStep> steps) {
        kept_.push_back(std::move(steps));
        return kept_.size() - 1;
    }
    virtual void start_kept(std::size_t number) {
        for (const simt::HostStep& step : kept_[number]) start(step);
    }
    virtual void finish() = 0;
    /// How long a call of this process has been waiting for a GPU by now, in seconds; 0: none waits. Asked from another
    /// thread, also while one of the calls above does not come back.
    virtual double waited_s() const { return 0; }

private:
    std::vector<std::vector<simt::HostStep>> kept_;
};

/// Binds a written kernel to arrays on that GPU.
using BindText = std::unique_ptr<Bound>(const BindRequest& request, std::unique_ptr<TextGpu> gpu);

/// The functions of the program that the CUDA plug-in calls for kernels given as source, and to look up kernels.
struct Texts {
    /// Returns the entry of a kernel that the program lists, on any machine; null if there is none.
    const KernelInfo* (*listed)(Operation, const std::string& kernel) = nullptr;
    /// Returns the entry of a built-in source; null if the kernel has none.
    const KernelInfo* (*built_in)(Operation, const std::string& kernel) = nullptr;
    BindText* bind = nullptr;
};

/// Whether a name is the path of a file in CUDA C.
inline bool is_kernel_file(const std::string& name) {
    return name.size() > 3 && name.compare(name.size() - 3, 3, ".cu") == 0;
}

} // namespace warploom::kernels
