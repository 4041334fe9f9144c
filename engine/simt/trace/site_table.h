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

/// The arrays and access sites of a traced run. An access site is a source location that accesses an array. All host
/// threads share the table. Entries never move, so a thread can read them while other threads add entries.
class SiteTable {
public:
    SiteTable();

    std::uint64_t global_bytes() const { return next_global_; }
    /// Adds an array in global memory and returns its number. An array with the same name and size is reused. Errors:
    /// "trace.arrays" if there are too many arrays.
    int add_global(const std::string& name, int element_bytes, std::int64_t size, bool is_gathered);
    /// Adds a shared array of the current launch and returns its number. `key` identifies its declaration.
    int add_shared(int key, const std::string& name, int element_bytes, std::int64_t size);
    /// Starts a launch, in which shared memory contains no arrays yet.
    void begin_launch();
    std::int64_t shared_bytes() const;

    using Line = std::pair<std::string, int>;
    /// Adds an access site and returns its number. Reuses an existing site with the same path, access and array. `path`
    /// contains the inlined calls, outermost first, and the access. `element_bytes` is the size of the access if it
    /// differs from the element size of the array, and 0 otherwise. Errors: "trace.sites" if there are too many sites.
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
    std::map<std::pair<int, std::string>, int> shared_;
    // An access with its size, its array number (-1 if there is none), and its path.
    using Key = std::tuple<int, int, std::vector<Line>>;
    std::map<Key, int> known_;
    std::map<Key, int> number_; // position of each access among the accesses on the same line
    std::map<std::vector<Line>, int> on_line_;
    std::uint64_t next_global_ = 0, next_shared_ = 0;
};

} // namespace warploom::simt
