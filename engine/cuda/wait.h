#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>

namespace warploom::cuda {

/// Records how long a CUDA call has been waiting for the device, so that another thread can detect a kernel that runs
/// forever. Construct an object before the call and destroy it afterward. Nested objects count as a single wait.
class Wait {
public:
    Wait() {
        if (depth++ == 0) since_ns.store(now_ns(), std::memory_order_relaxed);
    }
    ~Wait() {
        if (--depth == 0) since_ns.store(0, std::memory_order_relaxed);
    }
    Wait(const Wait&) = delete;
    Wait& operator=(const Wait&) = delete;

    /// Returns how long the current wait for a device has taken in seconds, or 0 if no thread is waiting.
    static double seconds() {
        const std::int64_t since = since_ns.load(std::memory_order_relaxed);
        return since == 0 ? 0 : static_cast<double>(now_ns() - since) / 1e9;
    }

private:
    static std::int64_t now_ns() {
        return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
            .count();
    }

    static inline std::atomic<std::int64_t> since_ns{0}; ///< start of the current wait in ns; 0 if no thread is waiting
    static inline thread_local int depth = 0;
};

} // namespace warploom::cuda
