#include "engine/simt/trace/site_table.h"

#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::simt {

namespace {

constexpr std::size_t most_arrays = 4096, most_sites = 16384;
constexpr std::uint64_t global_alignment = 256, shared_alignment = 16;

std::uint64_t round_up(std::uint64_t n, std::uint64_t to) { return (n + to - 1) / to * to; }

} // namespace

SiteTable::SiteTable() {
    arrays_.reserve(most_arrays);
    sites_.reserve(most_sites);
}

int SiteTable::add(TracedArray array, bool is_gathered) {
    if (arrays_.size() >= most_arrays)
        throw Error("trace.arrays", sentence("The kernel uses more than {most} arrays.", {{"most", most_arrays}}),
                    sentence("Reuse scratch arrays under the same name."));
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
        }); // reuse the array of an earlier launch if it is the same
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
        throw Error("trace.sites",
                    sentence("The kernel has more than {most} memory access instructions.", {{"most", most_sites}}),
                    sentence("Trace a smaller kernel."));
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

/// Encodes the source location of an access as a number for sorting. Each level of the call stack occupies 16 bits: 12
/// bits for the line, and 4 bits for the order within the line. Outer levels are in the high bits, so that accesses in
/// a function are grouped by call.
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

} // namespace warploom::simt
