#include "engine/simt/findings/race_ends.h"

#include "engine/simt/code/lane_functions.h"
#include "engine/simt/language/headers.h"

#include <algorithm>

namespace warploom::simt {

namespace {

constexpr std::size_t most_seen = 8192; // per block: 200 KB

const char* verb_of(RaceEnds::Use use, bool is_one) {
    switch (use) {
    case RaceEnds::Use::read: return is_one ? "reads" : "read";
    case RaceEnds::Use::write: return is_one ? "writes" : "write";
    case RaceEnds::Use::atomic: break;
    }
    return is_one ? "atomically changes" : "atomically change";
}

} // namespace

RaceEnds::RaceEnds(const Code& code, int warps) : code_(code), warps_(static_cast<std::size_t>(warps)) {
    const std::size_t all = code.accesses.size() * warps_;
    if (all <= most_seen) seen_.resize(all);
}

RaceEnds::Use RaceEnds::use_of(std::uint32_t pc) const {
    const Op op = code_.instructions[pc].op;
    return op == Op::load ? Use::read : op == Op::store ? Use::write : Use::atomic;
}

std::vector<std::uint32_t> RaceEnds::accesses_of(std::size_t object, End other, std::uint64_t interval) const {
    std::vector<std::uint32_t> found;
    const auto warp = static_cast<std::size_t>(other.thread / lanes_of_a_warp);
    for (std::size_t at = warp; at < seen_.size(); at += warps_) {
        const Seen& seen = seen_[at];
        const bool was_there = (seen.lanes >> other.thread % lanes_of_a_warp & 1u) != 0;
        if (was_there && seen.interval == interval && seen.object == object && use_of(seen.pc) == other.use)
            found.push_back(seen.pc);
    }
    return found;
}

std::string RaceEnds::sentence(std::uint32_t pc, int lanes, const std::string& what, std::size_t object, End other,
                               std::uint64_t interval) const {
    std::vector<SourceLocation> places;
    for (const std::uint32_t each : accesses_of(object, other, interval)) {
        const auto is_there = [&](SourceLocation place) { return line_of(place) == line_of(place_of(each)); };
        if (std::none_of(places.begin(), places.end(), is_there)) places.push_back(place_of(each));
    }
    std::sort(places.begin(), places.end(), [](SourceLocation a, SourceLocation b) { return a.line < b.line; });
    std::string where;
    constexpr std::size_t most_named = 3;
    for (std::size_t p = 0; p < places.size() && places.size() <= most_named; ++p)
        where += (p == 0 ? " in " : " or ") + line_of(places[p]);
    return std::string(" ") + verb_of(use_of(pc), lanes == 1) + " " + what + ", and thread " +
           std::to_string(other.thread) + " (lane " + std::to_string(other.thread % lanes_of_a_warp) + " of warp " +
           std::to_string(other.thread / lanes_of_a_warp) + ") " + verb_of(other.use, true) + " it" + where;
}

std::string RaceEnds::advice(std::uint32_t pc, std::size_t object, End other, std::uint64_t interval) const {
    const std::vector<std::uint32_t> others = accesses_of(object, other, interval);
    const auto is_update = [&](std::uint32_t each) { return use_of(each) == Use::write && access_of(each).is_update; };
    const auto is_same_line = [&](std::uint32_t each) { return line_of(place_of(each)) == line_of(place_of(pc)); };
    const bool adds = is_update(pc) || std::any_of(others.begin(), others.end(), is_update) ||
                      (use_of(pc) == Use::read && other.use == Use::write && !others.empty() &&
                       std::all_of(others.begin(), others.end(), is_same_line));
    if (adds)
        return "Each thread reads the element, changes the value and writes it back, so updates get lost; a barrier "
               "does "
               "not help. Use an atomic operation such as atomicAdd, or let one thread do it.";
    const bool are_writes = use_of(pc) != Use::read && other.use != Use::read;
    if (are_writes && std::any_of(others.begin(), others.end(), is_same_line))
        return "A barrier does not help here: let one thread write the element, or use an atomic operation.";
    return "Put __syncthreads() between the two, or use an atomic operation.";
}

} // namespace warploom::simt
