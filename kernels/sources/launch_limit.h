#pragma once

#include "engine/error.h"
#include "kernels/sources/text_gpu.h"

#include <functional>
#include <string>

// A launch on a real GPU cannot be canceled; it only ends with the process. Without a limit, a kernel that never ends
// would keep a worker or a command waiting forever.

namespace warploom::kernels {

struct LaunchLimit {
    double seconds = 60; ///< maximum time that a call may wait for the GPU
    /// Called when a call exceeds the limit, to end the process. It is called at most once, on a separate thread, with
    /// "launch.limit". Without this function, there is no limit.
    std::function<void(const Error&)> outlived;
};

/// Sets the limit for sources that are later bound to a real GPU. Built-in kernels are not watched, because they
/// terminate.
void limit_launches(LaunchLimit limit);

/// Enforces the limit on the GPU of one source during its lifetime.
class LaunchWatch {
public:
    /// `gpu` must outlive the watch. If it is null, as for the simulated GPU, nothing is watched.
    LaunchWatch(const TextGpu* gpu, std::string kernel);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch&) = delete;
    LaunchWatch& operator=(const LaunchWatch&) = delete;

    /// Sets the source that a timeout is reported for from now on. Takes negligible time, so it may be called within
    /// the timed region.
    void launches() const;

private:
    friend struct Watches;
    const TextGpu* gpu_;
    std::string kernel_;
};

} // namespace warploom::kernels
