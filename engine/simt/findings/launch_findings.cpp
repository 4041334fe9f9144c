#include "engine/simt/findings/launch_findings.h"

#include "engine/sentence.h"
#include "engine/simt/code/lane_functions.h"
#include "engine/simt/language/headers.h"
#include "engine/simt/trace/findings.h"

#include <bit>

namespace warploom::simt {

Finding finding_at(Finding::Kind kind, const Code& code, const std::string& text, SourceLocation place,
                   std::int64_t block, int warp, std::uint32_t lanes, const std::string& message) {
    Finding finding;
    finding.kind = kind;
    finding.file = file_of(place, text);
    finding.line = place.line;
    finding.block = block;
    finding.warp = warp;
    finding.lanes = lanes;
    finding.sentence = sentence("In kernel {kernel}, {place}, block {block}, {lanes} of warp {warp}: {message}",
                                {{"kernel", code.name},
                                 {"place", line_of(place)},
                                 {"block", block},
                                 {"lanes", lanes_text(lanes)},
                                 {"warp", warp},
                                 {"message", message}});
    return finding;
}

Finding finding_of(const LaunchShadow::Race& race, const std::string& array, const Code& code,
                   const std::string& text) {
    const auto place_of = [&](std::uint32_t pc) { return code.places[code.where[pc]].place; };
    const auto access_of = [&](std::uint32_t pc) -> const MemoryAccess& {
        return code.accesses[code.instructions[pc].a];
    };
    const auto use_of = [&](LaunchShadow::Use use, std::uint32_t pc) {
        if (use == LaunchShadow::Use::write) return sentence("write");
        if (use == LaunchShadow::Use::read) return sentence("read");
        return access_of(pc).is_volatile ? sentence("volatile access") : sentence("atomic update");
    };
    const bool is_atomic = race.by_writer == LaunchShadow::Use::atomic || race.by_other == LaunchShadow::Use::atomic;
    const std::string advice =
        code.waits ? sentence("Access flags through pointers to volatile. Call __threadfence() before a flag is set, "
                              "and after the loop that waits for the flag. If other threads access the data, call "
                              "__syncwarp() or __syncthreads() between their accesses and the flag.")
        : is_atomic
            ? sentence("Use atomic operations for both accesses, order them with __threadfence() and a flag, or move "
                       "one access to a separate launch.")
            : sentence("Use an atomic operation, or move one access to a separate launch.");
    const int thread = race.writer.thread;
    Finding finding =
        finding_at(Finding::Kind::global_race, code, text, place_of(race.writer.pc), race.writer.block,
                   thread / lanes_of_a_warp, 1u << thread % lanes_of_a_warp,
                   sentence("Data race on element {element} of {array}: {access} here, {other} by thread {thread} "
                            "of block {block} on {place}. The order of the blocks is undefined. {advice}",
                            {{"element", race.element},
                             {"array", array},
                             {"access", use_of(race.by_writer, race.writer.pc)},
                             {"other", use_of(race.by_other, race.other.pc)},
                             {"thread", race.other.thread},
                             {"block", race.other.block},
                             {"place", line_of(place_of(race.other.pc))},
                             {"advice", advice}}));
    finding.array = array;
    return finding;
}

Finding finding_of(const ReadOnlyLoads::Found& read, const std::string& array, const Code& code,
                   const std::string& text) {
    const int thread = read.reader.thread;
    Finding finding =
        finding_at(Finding::Kind::global_race, code, text, code.places[code.where[read.reader.pc]].place,
                   read.reader.block, thread / lanes_of_a_warp, 1u << thread % lanes_of_a_warp,
                   sentence("Read of element {element} of {array} through __ldg(), but the same launch also writes "
                            "it. The read-only data cache does not see these writes. Read the element without "
                            "__ldg().",
                            {{"element", read.element}, {"array", array}}));
    finding.array = array;
    return finding;
}

Finding finding_of(const FirstWrites::EarlyRead& read, const std::string& array, const Code& code,
                   const std::string& text) {
    Finding finding = finding_at(
        Finding::Kind::unwritten_global, code, text, code.places[code.where[read.pc]].place, read.block, read.warp,
        read.lanes,
        sentence("Read of uninitialized global memory: element {element} of {array}{count: has| and others have} not "
                 "been written. Initialize the array first, for example with cudaMemset.",
                 {{"element", read.element}, {"array", array}, {"count", std::popcount(read.lanes)}}));
    finding.times = read.times;
    finding.array = array;
    return finding;
}

} // namespace warploom::simt
