#pragma once

#include "engine/simulated/lane_log.h"
#include "engine/simulated/trace.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace warploom::simulated {

/// Arrays and sites of a traced call, for all host threads. Entries never move: who was given a number may read the
/// entry while others are added.
class SiteTable {
public:
    SiteTable();

    /// A global array; asked for again with the same name and size, it has the same number. Errors: "trace.arrays" when there are too many.
    std::uint64_t global_bytes() const { return next_global_; }
    int add_global(const std::string& name, int element_bytes, std::int64_t size, bool is_gathered);
    /// A shared array of the kernel that is being launched; `key` tells SHARED declarations apart.
    int add_shared(int key, const std::string& name, int element_bytes, std::int64_t size);
    /// Shared memory is laid out anew.
    void begin_launch();
    std::int64_t shared_bytes() const;

    using Line = std::pair<std::string, int>; ///< file and line
    /// `path`: where the calls stand, the outermost first, and last the site itself. The same path, access and array give the same number again.
    /// `element_bytes`: of one access where that is not the size of the array's elements; else 0. Errors: "trace.sites".
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
    std::map<std::pair<int, std::string>, int> shared_;  // of this launch
    using Key = std::tuple<int, int, std::vector<Line>>; // access (and bytes) and array, -1 for a call; path
    std::map<Key, int> known_;
    std::map<Key, int> number_;                // of what stands on a line among the others of that line
    std::map<std::vector<Line>, int> on_line_; // how many those are
    std::uint64_t next_global_ = 0, next_shared_ = 0;
};

/// The loops and calls of a kernel as a tree, grown as lanes pass through it, and the order of what stands in it.
/// One for each host thread; the numbers of sites are those of the table, which all of them share.
class SourceTree {
public:
    explicit SourceTree(SiteTable& table);

    static constexpr int root = 0;

    /// The loop or call (`e`) that begins here inside `node`.
    int enter(int node, Entry e, int line, std::int64_t number, const char* file);

    /// Something that happens inside a node: its number in the table and its rank among its neighbours, which is its
    /// line, and within a line the order of first appearance.
    struct Place {
        std::uint64_t rank = 0;
        int site = -1;
        const char* file = nullptr;
    };
    Place place(int node, std::uint32_t at, const char* file);
    std::uint64_t rank(int node) const { return nodes_[node].rank; } ///< within its parent
    bool is_loop(int node) const { return nodes_[node].is_loop; }

private:
    struct Child {
        std::int64_t number = 0;
        std::uint32_t at = 0;
        const char* file = nullptr;
        Place place; // for a loop or a call `site` is its node
    };
    struct Node {
        int parent = -1;
        int function = root; // the call it stands in, itself for a call
        bool is_loop = false;
        int line = 0; // of a call: where
        const char* file = nullptr;
        std::uint64_t rank = 0;
        std::vector<Child> children;
        std::vector<std::pair<int, int>> on_line; // of a function: line, and how much stands on it
    };
    struct Recent {
        int node = -1;
        std::uint32_t at = 0;
        const char* file = nullptr;
        Place place;
    };

    std::uint64_t next_rank(int function, int line);
    Place find_place(int node, std::uint32_t at, const char* file);

    SiteTable& table_;
    std::vector<Node> nodes_;
    std::vector<Recent> recent_; // finds again what was asked for a moment ago
};

/// The part of a path that begins with kernels/ or tests/: names of files are the same on every machine.
std::string project_path(const std::string& file);

} // namespace warploom::simulated
