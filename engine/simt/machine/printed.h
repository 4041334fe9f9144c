#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace warploom::simt {

/// The printf output of all launches in a run.
struct Printed {
    std::string text;
    /// Number of printf calls that were dropped because of the limits. A call by several lanes counts once per lane.
    std::int64_t lost = 0;
};

/// Writes printf output to standard error. Used by the command line.
void show(const Printed& printed);

/// Collects printf output, sorted by launch and block. Output that exceeds the limits is counted but not stored.
class Printer {
public:
    Printer(std::size_t most_calls, std::size_t most_bytes) : most_calls_(most_calls), most_bytes_(most_bytes) {}

    void begin_run();
    void begin_launch() { ++launch_; }
    /// Appends the printf output of a block or of host code. `lost` is the number of calls that were dropped because of
    /// the limits. Clears `calls` and `lost`. Thread-safe.
    void take(std::int64_t block, std::vector<std::string>& calls, std::int64_t& lost);
    /// Block number that stands for host code. It comes after all blocks when sorted.
    static constexpr std::int64_t host = INT64_MAX;
    Printed all();

private:
    struct Call {
        std::int64_t launch = 0, block = 0;
        std::string text;
    };
    void cut();

    std::size_t most_calls_, most_bytes_, bytes_ = 0;
    std::int64_t launch_ = 0, lost_ = 0;
    std::mutex mutex_;
    std::vector<Call> calls_;
};

} // namespace warploom::simt
