#pragma once

#include <chrono>

namespace warploom {

/// Calls `work` and returns its elapsed host time in nanoseconds.
template <class Work> double elapsed_ns(const Work& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

} // namespace warploom
