#pragma once

#include "app/trace/trace_subject.h"
#include "engine/progress.h"
#include "engine/simulated/tracer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace warploom::app {

/// A write to an element of a global array by a thread of another block.
struct ForeignWrite {
    int launch = 0;
    std::int64_t block = 0;
    int thread = 0; ///< index of the thread in its block
    std::string file;
    int line = 0;
};

/// The writes to global arrays by all blocks of a call, except for one block. If there are several writes to an element,
/// only the last one before that block and the last one after it are kept.
class OtherWrites {
public:
    /// Runs the kernel with blocks in ascending order. Errors: "cancelled", "time.limit"; kernel errors.
    OtherWrites(const TraceSubject& subject, int block_size, simulated::TraceOptions options, int launch,
                std::int64_t block, const Progress& progress);

    /// Returns the last write to an element before the block started, or std::nullopt if there is none. `offset` is the
    /// position of the element in bytes.
    std::optional<ForeignWrite> before(const std::string& array, std::int64_t offset) const;
    /// Returns the last write to an element after the block ended, or std::nullopt if there is none.
    std::optional<ForeignWrite> after(const std::string& array, std::int64_t offset) const;

private:
    struct Write {
        std::int64_t block = 0;
        std::int32_t launch = 0, site = 0, thread = 0;
    };
    using Writes = std::unordered_map<std::uint64_t, Write>; ///< sorted by array and element
    class Sink;

    std::optional<ForeignWrite> find(const Writes& writes, const std::string& array, std::int64_t offset) const;

    std::vector<simulated::TracedArray> arrays_;
    std::vector<std::pair<std::string, int>> lines_; ///< file and line of each site
    Writes before_, after_;
};

} // namespace warploom::app
