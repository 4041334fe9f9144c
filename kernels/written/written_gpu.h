#pragma once

#include "engine/simt/launcher.h"
#include "kernels/machine/bind_request.h"
#include "kernels/machine/bound.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

// How a written kernel runs on a real GPU. The program reads the text and carries out its `run`; the CUDA half keeps the
// arrays, and compiles and launches the kernels. This header is all that both know of each other's part.

namespace warploom::kernels {

/// One GPU at the service of one bound kernel. Everything happens in the order of the calls. One thread at a time.
class WrittenGpu {
public:
    virtual ~WrittenGpu() = default;

    /// Memory that lives as long as this object. Errors: "memory.limit".
    virtual void* make_array(std::int64_t bytes, const std::string& name) = 0;
    /// Both wait until the copy is done.
    virtual void upload(void* to, const void* from, std::int64_t bytes) = 0;
    virtual void download(void* to, const void* from, std::int64_t bytes) const = 0;

    /// Compiles a text (simt::device_text) for this GPU. `kernels`: all that launches will name.
    /// Errors: "kernel.compiler" where there is no compiler, "kernel.refused-text" with the compiler's words.
    virtual void compile(const std::string& file, const std::string& text, const std::vector<std::string>& kernels) = 0;
    /// Starts a launch, or a fill, which needs nothing compiled. Errors: "device.fault".
    virtual void start(const simt::HostStep& step) = 0;
    virtual void finish() = 0;
    /// How long a call of this process has been waiting for a GPU by now, in seconds; 0: none waits. Asked from another
    /// thread, also while one of the calls above does not come back.
    virtual double waited_s() const { return 0; }
};

/// Binds a written kernel to arrays on that GPU.
using BindWritten = std::unique_ptr<Bound>(const BindRequest& request, std::unique_ptr<WrittenGpu> gpu);

/// Whether a name is the path of a file in CUDA C.
inline bool is_written_kernel(const std::string& name) {
    return name.size() > 3 && name.compare(name.size() - 3, 3, ".cu") == 0;
}

} // namespace warploom::kernels
