#include "engine/simt/findings/launch_findings.h"

#include "engine/simt/code/lane_functions.h"
#include "engine/simt/language/parts.h"
#include "engine/simulated/findings.h"

#include <bit>

namespace warploom::simt {

simulated::Finding finding_of(const LaunchShadow::Race& race, const std::string& array, const Code& code,
                              const std::string& text) {
    const auto place_of = [&](std::uint32_t pc) { return code.places[code.where[pc]].place; };
    const auto access_of = [&](std::uint32_t pc) -> const Access& { return code.accesses[code.instructions[pc].a]; };
    simulated::Finding finding;
    finding.kind = simulated::Finding::Kind::global_race;
    finding.file = file_of(place_of(race.writer.pc), text);
    finding.line = place_of(race.writer.pc).line;
    finding.block = race.writer.block;
    finding.warp = race.writer.thread / lanes_of_a_warp;
    finding.lanes = 1u << race.writer.thread % lanes_of_a_warp;
    finding.sentence =
        "In kernel " + code.name + ", " + line_of(place_of(race.writer.pc)) + ", block " +
        std::to_string(race.writer.block) + ", " + simulated::lanes_text(finding.lanes) + " of warp " +
        std::to_string(finding.warp) + " writes element " + std::to_string(race.element) + " of " + array +
        ", and block " + std::to_string(race.other.block) +
        (race.by_other == LaunchShadow::Use::write  ? " writes it too"
         : race.by_other == LaunchShadow::Use::read ? " reads it too"
         : access_of(race.other.pc).is_volatile     ? " reaches it as volatile"
                                                    : " changes it by an atomic operation") +
        ", in " + line_of(place_of(race.other.pc)) + "; nothing says which block is first. " +
        (code.waits ? "Reach flags through pointers to volatile, and put __threadfence() before a flag is "
                      "set and behind the loop that waits for it."
                    : "Use an atomic operation, or a launch of its own.");
    return finding;
}

simulated::Finding finding_of(const FirstWrites::EarlyRead& read, const std::string& array, const Code& code,
                              const std::string& text) {
    simulated::Finding finding;
    finding.kind = simulated::Finding::Kind::unwritten_global;
    const Place place = code.places[code.where[read.pc]].place;
    finding.file = file_of(place, text);
    finding.line = place.line;
    finding.block = read.block;
    finding.warp = read.warp;
    finding.lanes = read.lanes;
    finding.times = read.times;
    const bool is_one = std::has_single_bit(read.lanes);
    finding.sentence = "In kernel " + code.name + ", " + line_of(place) + ", block " + std::to_string(read.block) +
                       ", " + simulated::lanes_text(read.lanes) + " of warp " + std::to_string(read.warp) +
                       (is_one ? " reads element " : " read element ") + std::to_string(read.element) + " of " + array +
                       (is_one ? "" : " and others") +
                       ", where nothing was written yet. Write there first, or let cudaMemset do it.";
    return finding;
}

} // namespace warploom::simt
