#pragma once

#include "engine/error.h"
#include "kernels/sources/text_gpu.h"

#include <functional>
#include <string>

// No call ends a launch of a real GPU; only the end of its process does. So a text that never ends there would keep a
// worker or a command waiting for good.

namespace warploom::kernels {

struct LaunchLimit {
    double seconds = 60; ///< that a call may wait for the GPU
    /// Called when a call exceeds the limit; ends the process. Called at most once, on a separate thread, with
    /// "launch.limit". Empty: no limit.
    std::function<void(const Error&)> outlived;
};

/// From now on, for texts that are bound to a real GPU. Built-in kernels alone are not watched: they end.
void limit_launches(LaunchLimit limit);

/// While it lives, the limit is held against the GPU of one text.
class LaunchWatch {
public:
    /// `gpu`: null, where the text runs in this program, watches nothing; else it must outlive the watch.
    LaunchWatch(const TextGpu* gpu, std::string kernel);
    ~LaunchWatch();
    LaunchWatch(const LaunchWatch&) = delete;
    LaunchWatch& operator=(const LaunchWatch&) = delete;

    /// Sets the source that a timeout from now on is reported for. Takes negligible time, so it may be called within
    /// the timed region.
    void launches() const;

private:
    friend struct Watches;
    const TextGpu* gpu_;
    std::string kernel_;
};

} // namespace warploom::kernels
