#include "engine/simulated/site_table.h"

#include "engine/error.h"

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

namespace {

constexpr std::size_t most_sites = 16384;
constexpr std::uint64_t global_alignment = 256, shared_alignment = 16;

std::uint64_t round_up(std::uint64_t n, std::uint64_t to) { return (n + to - 1) / to * to; }

} // namespace

SiteTable::SiteTable() {
    arrays_.reserve(most_arrays);
    sites_.reserve(most_sites);
}

int SiteTable::add(TracedArray array, bool is_gathered) {
    if (arrays_.size() >= most_arrays)
        throw Error("trace.arrays", "The kernel uses more than " + std::to_string(most_arrays) + " arrays.",
                    "Give scratch memory that is used again the same name.");
    arrays_.push_back(std::move(array));
    is_gathered_.push_back(is_gathered);
    return static_cast<int>(arrays_.size()) - 1;
}

int SiteTable::add_global(const std::string& name, int element_bytes, std::int64_t size, bool is_gathered) {
    const std::lock_guard lock(mutex_);
    const auto known = global_.find(name);
    if (known != global_.end()) {
        const TracedArray& array = arrays_[known->second];
        if (array.element_bytes == element_bytes && array.size == size) return known->second;
    }
    const int number = add({name, Space::global, element_bytes, size, next_global_}, is_gathered);
    global_[name] = number;
    next_global_ = round_up(next_global_ + static_cast<std::uint64_t>(size) * static_cast<std::uint64_t>(element_bytes),
                            global_alignment);
    return number;
}

int SiteTable::add_shared(int key, const std::string& name, int element_bytes, std::int64_t size) {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = shared_.try_emplace({key, name}, 0);
    if (is_new) {
        const auto same = std::find_if(arrays_.begin(), arrays_.end(), [&](const TracedArray& a) {
            return a.space == Space::shared && a.name == name && a.element_bytes == element_bytes && a.size == size &&
                   a.base == next_shared_;
        }); // of an earlier launch
        place->second = same != arrays_.end() ? static_cast<int>(same - arrays_.begin())
                                              : add({name, Space::shared, element_bytes, size, next_shared_}, false);
        next_shared_ =
            round_up(next_shared_ + static_cast<std::uint64_t>(size) * static_cast<std::uint64_t>(element_bytes),
                     shared_alignment);
    }
    return place->second;
}

void SiteTable::begin_launch() {
    const std::lock_guard lock(mutex_);
    shared_.clear();
    next_shared_ = 0;
}

std::int64_t SiteTable::shared_bytes() const {
    const std::lock_guard lock(mutex_);
    return static_cast<std::int64_t>(next_shared_);
}

int SiteTable::add_site(Access access, int array, const std::vector<Line>& path, int element_bytes) {
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = known_.try_emplace({static_cast<int>(access) + 16 * element_bytes, array, path},
                                                    static_cast<int>(sites_.size()));
    if (!is_new) return place->second;
    if (sites_.size() >= most_sites)
        throw Error("trace.sites", "The kernel accesses memory at more than " + std::to_string(most_sites) + " places.",
                    "Trace a smaller kernel.");
    Site site;
    site.access = access;
    site.array = array;
    std::tie(site.file, site.line) = path.back();
    std::tie(site.kernel_file, site.kernel_line) = path.front();
    site.position = position_of(access, array, path);
    if (array >= 0) {
        const TracedArray& of = arrays_[array];
        site.space = of.space;
        site.element_bytes = element_bytes != 0 ? element_bytes : of.element_bytes;
        site.is_gather = access == Access::load && is_gathered_[array];
    }
    sites_.push_back(std::move(site));
    return place->second;
}

/// The order of the source: 16 bits a level, of which 12 are the line and 4 the order of appearance on it; a helper's
/// lines stand where it is called.
std::uint64_t SiteTable::position_of(Access access, int array, const std::vector<Line>& path) {
    std::uint64_t position = 0;
    for (std::size_t level = 0; level < 4; ++level) {
        position <<= 16;
        if (level >= path.size()) continue;
        const bool is_site = level + 1 == path.size();
        const std::vector<Line> here(path.begin(), path.begin() + static_cast<std::ptrdiff_t>(level) + 1);
        const auto [number, is_new] =
            number_.try_emplace({is_site ? static_cast<int>(access) : -1, is_site ? array : -1, here}, 0);
        if (is_new) number->second = on_line_[here]++;
        position |= static_cast<std::uint64_t>(std::min(path[level].second, 0xfff)) << 4 |
                    static_cast<std::uint64_t>(std::min(number->second, 0xf));
    }
    return position;
}

std::string project_path(const std::string& file) {
    // Where this project lies is where this file lies; folders of one of these names may lead there.
    const std::string_view own = __FILE__;
    const std::string_view root =
        own.substr(0, own.size() - std::string_view("engine/simulated/site_table.cpp").size());
    if (!root.empty() && file.compare(0, root.size(), root) == 0) return file.substr(root.size());
    const auto after = [&](const std::string& folder) {
        const std::size_t at = ("/" + file).rfind("/" + folder + "/");
        return at == std::string::npos ? std::string::npos : at;
    };
    const std::size_t kernels = after("kernels"), tests = after("tests");
    std::size_t from = 0;
    if (kernels == std::string::npos && tests == std::string::npos) return file;
    if (kernels == std::string::npos || (tests != std::string::npos && tests > kernels)) from = tests;
    else from = kernels;
    // tests/kernels/... is one path.
    if (tests != std::string::npos && kernels == tests + 6) from = tests;
    return file.substr(from);
}

} // namespace warploom::simulated
