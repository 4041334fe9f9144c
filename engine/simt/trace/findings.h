#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace warploom::simt {

/// Collects the findings of one host thread. Findings with the same kind, line and variable are merged and counted. The
/// merged finding is the one from the lowest block.
class Findings {
public:
    /// Adds a finding. Returns the merged finding. References to it remain valid.
    Finding& add(Finding finding);
    /// Increments the count of a finding that has already been reported for this block or a lower one, and returns the
    /// finding. Returns null if there is none.
    Finding* count_again(Finding::Kind kind, const std::string& file, int line, std::int64_t block);
    void add(const Findings& others);
    bool is_empty() const { return found_.empty(); }
    std::vector<Finding> list() const; ///< returns the findings, sorted by file, line and kind

private:
    std::map<std::tuple<std::string, int, Finding::Kind, std::string>, Finding> found_;
};

/// Returns a description of lanes, such as "lane 3", "lanes 3, 7 and 12", "lanes 0-15", or "all 32 lanes".
std::string lanes_text(std::uint32_t lanes);

} // namespace warploom::simt
