#pragma once

#include "engine/error.h"
#include "kernels/sources/text_gpu.h"

#include <functional>
#include <string>

// Limits the duration of kernels on a real GPU. A kernel cannot be canceled, except by ending the process. Without a
// limit, a worker or command would wait forever for a kernel that never terminates.

namespace warploom::kernels {

struct LaunchLimit {
    double seconds = 60; ///< maximum time in seconds that a call may wait for the GPU
    /// Called to end the process when a call exceeds the time limit; called at most once, on a separate thread, with
    /// Error("launch.limit"). If the function is empty, there is no limit.
    std::function<void(const Error&)> outlived;
};

/// Sets the time limit for kernels that are bound to a real GPU from now on. Built-in kernels are not watched, because
/// they always terminate.
void limit_launches(LaunchLimit limit);

/// Enforces the time limit for the kernels of one CUDA C file as long as this object exists.
class LaunchWatch {
public:
    /// Starts watching a GPU. `gpu` must outlive the watch. If `gpu` is null, as for the simulated GPU, nothing is
    /// watched.
    LaunchWatch(const TextGpu* gpu, std::string kernel);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch&) = delete;
    LaunchWatch& operator=(const LaunchWatch&) = delete;

    /// Attributes later timeouts to this kernel. Takes negligible time, so this function can be called in the timed
    /// region.
    void launches() const;

private:
    friend struct Watches;
    const TextGpu* gpu_;
    std::string kernel_;
};

} // namespace warploom::kernels
