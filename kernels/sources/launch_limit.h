#pragma once

#include "engine/error.h"
#include "kernels/sources/text_gpu.h"

#include <functional>
#include <string>

// Limits the duration of kernels on a real GPU. Only ending the process can stop a kernel, so without a limit, a worker
// or command would wait forever for a kernel that never terminates.

namespace warploom::kernels {

struct LaunchLimit {
    double seconds = 60; ///< maximum wait of a call for the GPU, in seconds
    /// Called to end the process when a call exceeds the limit: at most once, on a separate thread, with
    /// Error("launch.limit"). If empty, there is no limit.
    std::function<void(const Error&)> outlived;
};

/// Sets the time limit for kernels bound to a real GPU from now on. Built-in kernels always terminate, so they are not
/// watched.
void limit_launches(LaunchLimit limit);

/// Enforces the time limit for the kernels of one CUDA C file during its lifetime.
class LaunchWatch {
public:
    /// Watches a GPU, which must outlive the watch. Does nothing if `gpu` is null, as for the simulated GPU.
    LaunchWatch(const TextGpu* gpu, std::string kernel);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch&) = delete;
    LaunchWatch& operator=(const LaunchWatch&) = delete;

    /// Attributes later timeouts to this kernel. This function is fast enough to be called within the timed region.
    void launches() const;

private:
    friend struct Watches;
    const TextGpu* gpu_;
    std::string kernel_;
};

} // namespace warploom::kernels
