#pragma once

#include "engine/error.h"
#include "engine/sentence.h"

#include <atomic>
#include <cstdint>
#include <functional>

namespace warploom {

/// Progress callback and cancellation flag of a long-running task. Both members may be empty. Only one thread at a time
/// calls `report`. Any thread may set `cancelled`.
struct Progress {
    /// Called with the completed and the total amount of work, in a unit that depends on the task, such as bytes of a
    /// file.
    std::function<void(std::int64_t done, std::int64_t total)> report;
    const std::atomic<bool>* cancelled = nullptr;

    bool is_cancelled() const { return cancelled != nullptr && cancelled->load(std::memory_order_relaxed); }

    /// Reports progress, and throws Error("cancelled") if a stop was requested. Call this function at least every 50
    /// ms.
    void check(std::int64_t done, std::int64_t total) const {
        if (is_cancelled()) throw Error("cancelled", sentence("The task was canceled."));
        if (report) report(done, total);
    }
};

} // namespace warploom
