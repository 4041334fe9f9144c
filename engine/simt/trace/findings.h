#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace warploom::simt {

/// Collects the findings of one host thread. Findings with the same kind, source line and variable are merged and
/// counted. A merged finding describes the lowest block.
class Findings {
public:
    /// Adds a finding and returns the merged finding. The reference remains valid when other findings are added.
    Finding& add(Finding finding);
    /// Counts a finding again if it has already been reported for this block or a lower block. Returns this finding, or
    /// null if it has not been reported.
    Finding* count_again(Finding::Kind kind, const std::string& file, int line, std::int64_t block);
    /// Adds the findings of a launch.
    void add(const Findings& others, int launch);
    bool is_empty() const { return found_.empty(); }
    std::vector<Finding> list() const; ///< returns all findings, sorted by file, line and kind

private:
    std::map<std::tuple<std::string, int, Finding::Kind, std::string>, Finding> found_;
};

/// Describes the lanes in a mask, as in "lane 3", "lanes 3, 7 and 12", "lanes 0-15" or "all 32 lanes".
std::string lanes_text(std::uint32_t lanes);

} // namespace warploom::simt
