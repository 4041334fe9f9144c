#pragma once

#include "kernels/operations/bound.h"

#include <chrono>

namespace warploom::kernels {

/// Nanoseconds that `work` takes by the host's clock.
template <class Work> double elapsed_ns(Work&& work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - start).count();
}

/// Host time from the call to the result of one launch.
inline double elapsed_ns_of(Bound& work) {
    work.finish();
    return elapsed_ns([&] {
        work.enqueue();
        work.finish();
    });
}

} // namespace warploom::kernels
