#pragma once

#include <atomic>
#include <chrono>

namespace warploom {

/// Determines when a task stops: when another thread sets a flag, or at the end of a time limit.
class StopRequest {
public:
    using Clock = std::chrono::steady_clock;
    /// `cancelled` may be null.
    explicit StopRequest(const std::atomic<bool>* cancelled, Clock::time_point deadline = Clock::time_point::max())
        : cancelled_(cancelled), deadline_(deadline) {}

    bool is_cancelled() const { return cancelled_ != nullptr && cancelled_->load(std::memory_order_relaxed); }
    bool is_late() const { return deadline_ != Clock::time_point::max() && Clock::now() > deadline_; }
    /// Throws Error("cancelled") or Error("time.limit") if the task must stop.
    void check() const {
        if (is_cancelled() || is_late()) stop();
    }

private:
    [[noreturn]] void stop() const;

    const std::atomic<bool>* cancelled_;
    Clock::time_point deadline_;
};

} // namespace warploom
