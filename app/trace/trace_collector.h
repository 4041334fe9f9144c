#pragma once

#include "app/trace/trace.h"

#include <atomic>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace warploom::app {

/// Receives events from the tracer and passes them on for counting. Counts `prepare` separately, ignores all other
/// launches during binding, records the rows written by each block, and stops when canceled.
class TraceCollector final : public simulated::TraceSink {
public:
    /// Creates a collector. `result` is the name of the result array, or an empty string. The collector records which
    /// block writes each row of this array. If `counts` is false, nothing is counted.
    TraceCollector(const simulated::Card& card, std::string result, bool counts, const std::atomic<bool>* cancelled);
    ~TraceCollector() override;

    /// Sets the tracer, which provides the arrays and source locations. Call this before running anything.
    void follow(simulated::Tracer& tracer);
    void start() { is_on_ = true; }
    /// Resets the counters, but not the contents of the caches.
    void forget();

    void begin_launch(const simulated::LaunchInfo& launch, const std::vector<std::int64_t>& traced_blocks) override;
    simulated::StepSink& multiprocessor(int number) override;
    void end_launch(std::int64_t shared_bytes) override;

    /// Stores the launches, blocks and totals in `trace`.
    void give(Trace& trace);

private:
    class Follower;
    /// Counters of either `run` or `prepare`.
    struct Part {
        std::unique_ptr<simulated::CountingSink> counting;
        std::vector<std::vector<TracedBlock>> blocks;
        std::int64_t grid_blocks = 0, traced_blocks = 0;
    };
    /// Returns the counters for the current launch, or null if the launch is not counted.
    Part* part();
    bool is_counting() { return counts_ && part() != nullptr; }

    const simulated::Card& card_;
    const std::string result_;
    const bool counts_;
    const std::atomic<bool>* cancelled_;
    simulated::Tracer* tracer_ = nullptr;
    bool is_on_ = false;
    std::mutex mutex_;
    /// For each multiprocessor, the object that follows its steps. These objects are valid only for the current launch.
    std::vector<std::unique_ptr<Follower>> followers_;
    Part run_, preparation_;
};

} // namespace warploom::app
