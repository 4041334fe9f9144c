#pragma once

#include "engine/simulated/lane_log.h"
#include "engine/simulated/site_table.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace warploom::simulated {

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

} // namespace warploom::simulated
