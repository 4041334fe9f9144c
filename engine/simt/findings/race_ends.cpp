#include "engine/simt/findings/race_ends.h"

#include "engine/sentence.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/language/headers.h"

#include <algorithm>

namespace warploom::simt {

namespace {

// Maximum number of table entries (one per memory instruction and warp). They occupy 200 KB per block.
constexpr std::size_t most_seen = 8192;

std::string name_of(RaceEnds::Use use) {
    switch (use) {
    case RaceEnds::Use::read: return sentence("read");
    case RaceEnds::Use::write: return sentence("write");
    case RaceEnds::Use::atomic: break;
    }
    return sentence("atomic update");
}

std::string advice_of(RaceEnds::Remedy remedy) {
    switch (remedy) {
    case RaceEnds::Remedy::atomic_update:
        return sentence("Each thread reads, changes, and writes the element, so updates are lost. A barrier does not "
                        "help. Use an atomic operation such as atomicAdd, or let one thread do the update.");
    case RaceEnds::Remedy::one_writer:
        return sentence("A barrier does not help. Let one thread write the element, or use an atomic operation.");
    case RaceEnds::Remedy::barrier: break;
    }
    return sentence("Call __syncthreads() between the two accesses, or use an atomic operation.");
}

std::string text_of(RaceEnds::Order order) {
    switch (order) {
    case RaceEnds::Order::barrier: return sentence("There is no barrier between the two accesses.");
    case RaceEnds::Order::syncwarp:
        return sentence("There is no __syncwarp() for both lanes between the two accesses. Since compute capability "
                        "7.0, the lanes of a warp do not run in lockstep.");
    case RaceEnds::Order::none: break;
    }
    return sentence("The order of the two accesses is undefined.");
}

bool is_same_line(SourceLocation a, SourceLocation b) { return a.line == b.line && a.header == b.header; }

std::string text_of(const std::vector<SourceLocation>& lines) {
    if (lines.size() == 1) return line_of(lines[0]);
    if (lines.size() == 2)
        return sentence("{first} or {second}", {{"first", line_of(lines[0])}, {"second", line_of(lines[1])}});
    return sentence("{first}, {second}, or {third}",
                    {{"first", line_of(lines[0])}, {"second", line_of(lines[1])}, {"third", line_of(lines[2])}});
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

/// Returns whether an access loads the element that an operation such as `+=` updates.
bool RaceEnds::is_read_of_update(const MemoryAccess& load) const {
    return std::any_of(code_.accesses.begin(), code_.accesses.end(), [&](const MemoryAccess& each) {
        return each.is_update && each.pointer == load.pointer && each.index == load.index && each.scale == load.scale &&
               each.offset == load.offset;
    });
}

RaceEnds::Race RaceEnds::race(std::uint32_t pc, std::size_t object, End other, std::uint64_t interval) const {
    Race found{use_of(pc), other, {}, Remedy::barrier};
    const std::vector<std::uint32_t> others = accesses_of(object, other, interval);
    for (const std::uint32_t each : others)
        if (std::none_of(found.lines.begin(), found.lines.end(),
                         [&](SourceLocation place) { return is_same_line(place, place_of(each)); }))
            found.lines.push_back(place_of(each));
    std::sort(found.lines.begin(), found.lines.end(),
              [](SourceLocation a, SourceLocation b) { return a.line < b.line; });
    constexpr std::size_t most_named = 3;
    if (found.lines.size() > most_named) found.lines.clear();
    const auto is_update = [&](std::uint32_t each) { return use_of(each) == Use::write && access_of(each).is_update; };
    const auto is_here = [&](std::uint32_t each) { return is_same_line(place_of(each), place_of(pc)); };
    // A thread that reads another element than the one it updates loses no update. Without a barrier, it may read the
    // element too early or too late.
    const auto begins_update = [&](std::uint32_t each) { return is_read_of_update(access_of(each)); };
    const bool has_update = is_update(pc) || std::any_of(others.begin(), others.end(), is_update);
    const bool are_here = !others.empty() && std::all_of(others.begin(), others.end(), is_here);
    const bool adds = use_of(pc) == Use::read ? begins_update(pc) && (has_update || are_here)
                      : other.use == Use::read
                          ? is_update(pc) && std::all_of(others.begin(), others.end(), begins_update)
                          : has_update;
    const bool are_writes = use_of(pc) != Use::read && other.use != Use::read;
    if (adds) found.remedy = Remedy::atomic_update;
    else if (are_writes && std::any_of(others.begin(), others.end(), is_here)) found.remedy = Remedy::one_writer;
    return found;
}

std::string RaceEnds::Race::message(Order order, const std::string& array, std::int64_t element, int lanes) const {
    const int warp = other.thread / lanes_of_a_warp, lane = other.thread % lanes_of_a_warp;
    const std::string race =
        lines.empty()
            ? sentence("Data race on element {element} of {array}{count:| and others}: {access} here, {other} by "
                       "thread {thread} (lane {lane} of warp {warp}).",
                       {{"element", element},
                        {"array", array},
                        {"count", lanes},
                        {"access", name_of(use)},
                        {"other", name_of(other.use)},
                        {"thread", other.thread},
                        {"lane", lane},
                        {"warp", warp}})
            : sentence("Data race on element {element} of {array}{count:| and others}: {access} here, {other} by "
                       "thread {thread} (lane {lane} of warp {warp}) on {place}.",
                       {{"element", element},
                        {"array", array},
                        {"count", lanes},
                        {"access", name_of(use)},
                        {"other", name_of(other.use)},
                        {"thread", other.thread},
                        {"lane", lane},
                        {"warp", warp},
                        {"place", text_of(lines)}});
    const std::string advice =
        order == Order::syncwarp ? sentence("Call __syncwarp() between the two accesses.") : advice_of(remedy);
    return sentence("{race} {order} {advice}", {{"race", race}, {"order", text_of(order)}, {"advice", advice}});
}

} // namespace warploom::simt
