#pragma once

#include <chrono>

namespace warploom {

/// Returns the time that `work` takes on the host, in nanoseconds.
template <class Work> double elapsed_ns(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

} // namespace warploom
