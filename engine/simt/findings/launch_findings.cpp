#include "engine/simt/findings/launch_findings.h"

#include "engine/simt/code/lane_functions.h"
#include "engine/simt/language/headers.h"
#include "engine/simulated/findings.h"

#include <bit>

namespace warploom::simt {

simulated::Finding finding_at(simulated::Finding::Kind kind, const Code& code, const std::string& text,
                              SourceLocation place, std::int64_t block, int warp, std::uint32_t lanes,
                              const std::string& rest) {
    simulated::Finding finding;
    finding.kind = kind;
    finding.file = file_of(place, text);
    finding.line = place.line;
    finding.block = block;
    finding.warp = warp;
    finding.lanes = lanes;
    finding.sentence = "In kernel " + code.name + ", " + line_of(place) + ", block " + std::to_string(block) + ", " +
                       simulated::lanes_text(lanes) + " of warp " + std::to_string(warp) + rest;
    return finding;
}

simulated::Finding finding_of(const LaunchShadow::Race& race, const std::string& array, const Code& code,
                              const std::string& text) {
    const auto place_of = [&](std::uint32_t pc) { return code.places[code.where[pc]].place; };
    const auto access_of = [&](std::uint32_t pc) -> const MemoryAccess& {
        return code.accesses[code.instructions[pc].a];
    };
    const int thread = race.writer.thread;
    return finding_at(simulated::Finding::Kind::global_race, code, text, place_of(race.writer.pc), race.writer.block,
                      thread / lanes_of_a_warp, 1u << thread % lanes_of_a_warp,
                      (race.by_writer == LaunchShadow::Use::write ? " writes element "
                       : access_of(race.writer.pc).is_volatile    ? " writes as volatile element "
                                                                  : " changes by an atomic operation element ") +
                          std::to_string(race.element) + " of " + array + ", and thread " +
                          std::to_string(race.other.thread) + " of block " + std::to_string(race.other.block) +
                          (race.by_other == LaunchShadow::Use::write  ? " writes it too"
                           : race.by_other == LaunchShadow::Use::read ? " reads it too"
                           : access_of(race.other.pc).is_volatile     ? " reaches it as volatile"
                                                                      : " changes it by an atomic operation") +
                          ", in " + line_of(place_of(race.other.pc)) + "; nothing says which block is first. " +
                          (code.waits
                               ? "Reach flags through pointers to volatile, and put __threadfence() before a flag is "
                                 "set and behind the loop that waits for it."
                           : race.by_writer == LaunchShadow::Use::atomic || race.by_other == LaunchShadow::Use::atomic
                               ? "Use an atomic operation in both places, put __threadfence() and a counter or flag "
                                 "between, or a launch of its own."
                               : "Use an atomic operation, or a launch of its own."));
}

simulated::Finding finding_of(const ReadOnlyLoads::Found& read, const std::string& array, const Code& code,
                              const std::string& text) {
    const int thread = read.reader.thread;
    return finding_at(simulated::Finding::Kind::global_race, code, text, code.places[code.where[read.reader.pc]].place,
                      read.reader.block, thread / lanes_of_a_warp, 1u << thread % lanes_of_a_warp,
                      " reads element " + std::to_string(read.element) + " of " + array +
                          " by __ldg(), and this launch writes it too. __ldg() reads through a cache that does not see "
                          "writes: what it reads must not change during the kernel. Read it without __ldg().");
}

simulated::Finding finding_of(const FirstWrites::EarlyRead& read, const std::string& array, const Code& code,
                              const std::string& text) {
    const bool is_one = std::has_single_bit(read.lanes);
    simulated::Finding finding =
        finding_at(simulated::Finding::Kind::unwritten_global, code, text, code.places[code.where[read.pc]].place,
                   read.block, read.warp, read.lanes,
                   (is_one ? " reads element " : " read element ") + std::to_string(read.element) + " of " + array +
                       (is_one ? "" : " and others") +
                       ", where nothing was written yet. Write there first, or let cudaMemset do it.");
    finding.times = read.times;
    return finding;
}

} // namespace warploom::simt
