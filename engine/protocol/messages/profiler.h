#pragma once

#include "engine/protocol/serialization/fields.h"

#include <cstdint>
#include <string>
#include <vector>

// The counters of NVIDIA Nsight Compute (ncu) that correspond to the counts of the simulated GPU. docs/simulated-gpu.md
// contains the same table.

namespace warploom::protocol {

struct Trace;

/// A counter of Nsight Compute with the same meaning as a count of the simulated GPU.
struct ProfilerCounter {
    const char* id;     ///< name of the count in JSON
    const char* metric; ///< metric of ncu; if ncu counts several metrics separately, they are joined by " + "
    const char* unit;   ///< unit of the metric in ncu
    const char* about;  ///< description
    /// Whether the count depends on the model of the caches. Otherwise, it follows from the addresses alone.
    bool is_modelled = false;
};
const std::vector<ProfilerCounter>& profiler_counters();
/// Returns the counter with this ID, which must exist.
const ProfilerCounter& profiler_counter(const std::string& id);
/// Returns the metrics of a counter, such as {"dram__bytes_read.sum", "dram__bytes_write.sum"}.
std::vector<std::string> metrics_of(const ProfilerCounter& counter);

/// The value of a counter for one launch, as counted by the simulated GPU.
struct ProfilerCount {
    int launch = 0;
    std::string id, metric, unit;
    bool is_modelled = false;
    std::int64_t value = 0;
    static const Fields<ProfilerCount>& fields();
};

/// Returns the counts of the traced blocks of each launch, in the order of profiler_counters(). Returns an empty list
/// for a card that does not count in 32-byte sectors, because ncu does not support such cards.
std::vector<ProfilerCount> profiler_counts(const Trace& trace);

} // namespace warploom::protocol
