#include "engine/simulated/source_tree.h"

#include <algorithm>

namespace warploom::simulated {

namespace {
constexpr std::size_t recent_places = 256;

std::size_t slot_of(int node, std::uint32_t at) {
    return (static_cast<std::size_t>(node) * 31 + (at & 0xffffu) * 7 + (at >> 16)) % recent_places;
}

/// What an entry is once it is known whether it met its array.
Access access_of(Entry e) {
    switch (e) {
    case Entry::load_outside: return Access::load;
    case Entry::store_outside: return Access::store;
    case Entry::atomic_outside: return Access::atomic;
    default: return static_cast<Access>(e);
    }
}
static_assert(static_cast<int>(Entry::barrier) == static_cast<int>(Access::barrier));
} // namespace

SourceTree::SourceTree(SiteTable& table) : table_(table), nodes_(1), recent_(recent_places) {}

std::uint64_t SourceTree::next_rank(int function, int line) {
    auto& lines = nodes_[function].on_line;
    auto at = std::find_if(lines.begin(), lines.end(), [&](const auto& known) { return known.first == line; });
    if (at == lines.end()) at = lines.insert(lines.end(), {line, 0});
    return static_cast<std::uint64_t>(line) << 32 | static_cast<std::uint64_t>(at->second++);
}

int SourceTree::enter(int node, Entry e, int line, std::int64_t number, const char* file) {
    const std::uint32_t at = LaneEvent::place_of(e, 0, line);
    for (const Child& child : nodes_[node].children)
        if (child.at == at && child.number == number && child.file == file) return child.place.site;
    const int made = static_cast<int>(nodes_.size());
    const int function = nodes_[node].function;
    Node next;
    next.parent = node;
    next.function = e == Entry::call ? made : function;
    next.is_loop = e == Entry::loop;
    next.line = line;
    next.file = file;
    next.rank = next_rank(function, line);
    nodes_[node].children.push_back({number, at, file, {next.rank, made, file}});
    nodes_.push_back(std::move(next));
    return made;
}

SourceTree::Place SourceTree::place(int node, std::uint32_t at, const char* file) {
    Recent& recent = recent_[slot_of(node, at)];
    if (recent.node != node || recent.at != at || recent.file != file)
        recent = {node, at, file, find_place(node, at, file)};
    return recent.place;
}

SourceTree::Place SourceTree::find_place(int node, std::uint32_t at, const char* file) {
    for (const Child& child : nodes_[node].children)
        if (child.at == at && child.file == file) return child.place;
    const Entry e = LaneEvent::entry(at);
    const Access access = access_of(e);
    const int array = is_meeting(e) ? -1 : LaneEvent::array(at);
    std::vector<SiteTable::Line> path{{project_path(file), LaneEvent::line(at)}};
    for (int n = nodes_[node].function; n != root;) {
        const Node& call = nodes_[n];
        path.emplace_back(project_path(call.file), call.line);
        n = nodes_[call.parent].function;
    }
    std::reverse(path.begin(), path.end());
    const int function = nodes_[node].function;
    const Place made{next_rank(function, LaneEvent::line(at)), table_.add_site(access, array, path), file};
    nodes_[node].children.push_back({0, at, file, made});
    return made;
}

} // namespace warploom::simulated
