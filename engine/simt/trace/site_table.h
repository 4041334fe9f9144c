#pragma once

#include "engine/simt/trace/trace.h"

#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace warploom::simt {

/// The arrays and sites of a traced call, shared by all host threads. Entries never move: a thread that knows the index
/// of an entry may read it while others are being added.
class SiteTable {
public:
    SiteTable();

    std::uint64_t global_bytes() const { return next_global_; }
    /// Adds a global array. Calls with the same name and size return the same number. Errors: "trace.arrays" if there
    /// are too many.
    int add_global(const std::string& name, int element_bytes, std::int64_t size, bool is_gathered);
    /// Adds a shared array of the current launch. `key` identifies the declaration.
    int add_shared(int key, const std::string& name, int element_bytes, std::int64_t size);
    /// Resets the layout of shared memory.
    void begin_launch();
    std::int64_t shared_bytes() const;

    using Line = std::pair<std::string, int>; ///< file name and line number
    /// Adds a site. `path` contains the source locations of the inlined calls, outermost first, followed by the
    /// location of the access. Calls with the same path, access and array return the same number. `element_bytes` is
    /// the size of the access if it differs from the size of the array's elements; otherwise 0. Errors: "trace.sites".
    int add_site(Access access, int array, const std::vector<Line>& path, int element_bytes = 0);

    const std::vector<TracedArray>& arrays() const { return arrays_; }
    const std::vector<Site>& sites() const { return sites_; }

private:
    int add(TracedArray array, bool is_gathered);
    std::uint64_t position_of(Access access, int array, const std::vector<Line>& path);

    mutable std::mutex mutex_;
    std::vector<TracedArray> arrays_;
    std::vector<bool> is_gathered_;
    std::vector<Site> sites_;
    std::map<std::string, int> global_;
    std::map<std::pair<int, std::string>, int> shared_;  // shared arrays of the current launch
    using Key = std::tuple<int, int, std::vector<Line>>; // access (and its size), array (-1 for a call), path
    std::map<Key, int> known_;
    std::map<Key, int> number_;                // distinguishes several accesses on the same line
    std::map<std::vector<Line>, int> on_line_; // number of accesses on each line so far
    std::uint64_t next_global_ = 0, next_shared_ = 0;
};

} // namespace warploom::simt
