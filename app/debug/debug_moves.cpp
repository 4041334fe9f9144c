#include "app/debug/debugger.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/recording/watch.h"

#include <algorithm>
#include <limits>
#include <memory>

// Implements stepping in the debugger. A line of a warp is a sequence of instructions with the same source line and the
// same call stack.

namespace warploom::app {

simt::Where Debugger::where(std::int64_t instruction) const {
    return simt::location_of(recording_->code(), (*recording_)[instruction].pc);
}

namespace {

bool is_same_line(const simt::Where& a, const simt::Where& b) {
    return a.place.line == b.place.line && a.place.header == b.place.header && a.calls == b.calls;
}

} // namespace

/// Returns whether the instruction is the first of a line, that is, whether its warp executed a different line
/// immediately before.
bool Debugger::begins_line(std::int64_t instruction) const {
    const int warp = (*recording_)[instruction].warp;
    const std::int64_t before = recording_->previous_of(warp, instruction);
    return before < 0 || !is_same_line(where(before), where(instruction));
}

std::int64_t Debugger::begin_of_line(int warp, std::int64_t instruction) const {
    std::int64_t begin = instruction;
    const simt::Where line = where(instruction);
    for (std::int64_t at = recording_->previous_of(warp, instruction); at >= 0 && is_same_line(where(at), line);
         at = recording_->previous_of(warp, at))
        begin = at;
    return begin;
}

/// Returns the first instruction of the next source line whose call depth is at most `most_depth`, or the number of
/// instructions if there is none.
std::int64_t Debugger::next_line(int warp, std::int64_t position, std::size_t most_depth) const {
    std::int64_t at = recording_->next_of(warp, position);
    if (at >= recording_->size()) return at;
    const simt::Where line = where(at);
    bool has_left = false;
    for (at = recording_->next_of(warp, at + 1); at < recording_->size(); at = recording_->next_of(warp, at + 1)) {
        const simt::Where now = where(at);
        has_left = has_left || (now.calls.size() <= most_depth && !is_same_line(now, line));
        if (now.calls.size() <= most_depth && has_left) return at;
    }
    return at;
}

std::int64_t Debugger::previous_line(int warp, std::int64_t position, std::size_t most_depth) const {
    std::int64_t at = recording_->previous_of(warp, position);
    while (at >= 0 && where(at).calls.size() > most_depth) at = recording_->previous_of(warp, at);
    return at < 0 ? 0 : begin_of_line(warp, at);
}

DebugStop Debugger::start(int warp) const {
    return {recording_->next_of(warp, 0), warp, protocol::DebugReason::start, {}};
}

DebugStop Debugger::move(const DebugMove& asked) {
    require_warp(asked.warp);
    using Step = protocol::DebugStep;
    const std::int64_t position = std::clamp<std::int64_t>(asked.position, 0, recording_->size());
    if (asked.step == Step::run) return run_to_stop(asked);
    if (asked.step == Step::line) {
        bool is_executed = false;
        std::int64_t at = position;
        for (;;) {
            at = asked.is_backward ? recording_->previous_of(asked.warp, at) : recording_->next_of(asked.warp, at + 1);
            if (at < 0 || at >= recording_->size()) break;
            const simt::Where line = where(at);
            is_executed = line.place.line == asked.to_line && line.place.header == 0 && begins_line(at);
            if (is_executed) return {at, asked.warp, protocol::DebugReason::step, {}};
        }
        throw Error("debug.line",
                    sentence("Warp {warp} does not execute line {line} {where}.",
                             {{"warp", asked.warp},
                              {"line", asked.to_line},
                              {"where", asked.is_backward ? sentence("before this position")
                                                          : sentence("after this position")}}),
                    sentence("Choose a line of the kernel with code that this warp reaches."));
    }
    const std::int64_t next = recording_->next_of(asked.warp, position);
    std::size_t depth = next < recording_->size() ? where(next).calls.size() : 0;
    if (asked.step == Step::into) depth = std::numeric_limits<std::size_t>::max();
    if (asked.step == Step::out) depth = depth == 0 ? 0 : depth - 1;
    // Stepping out of the outermost function leaves the kernel.
    if (asked.step == Step::out && next < recording_->size() && where(next).calls.empty())
        return asked.is_backward ? start(asked.warp)
                                 : DebugStop{recording_->size(), asked.warp, protocol::DebugReason::end, {}};
    DebugStop stop;
    stop.warp = asked.warp;
    if (asked.is_backward) {
        stop.position = previous_line(asked.warp, position, depth);
        if (stop.position <= recording_->next_of(asked.warp, 0)) return start(asked.warp);
    } else {
        stop.position = next_line(asked.warp, position, depth);
        if (stop.position >= recording_->size()) stop.reason = protocol::DebugReason::end;
    }
    return stop;
}

DebugStop Debugger::run_to_stop(const DebugMove& asked) {
    struct Stop {
        const protocol::DebugBreakpoint* asked;
        std::unique_ptr<simt::Watch> condition;
        std::int64_t hits = 0;
    };
    std::vector<Stop> stops;
    for (const protocol::DebugBreakpoint& breakpoint : asked.breakpoints)
        stops.push_back({&breakpoint,
                         breakpoint.condition.empty() ? nullptr : std::make_unique<simt::Watch>(breakpoint.condition),
                         0});
    struct Element {
        std::size_t object;
        std::int64_t begin, end;
        std::string name;
    };
    std::vector<Element> elements;
    for (const protocol::DebugWatchpoint& watchpoint : asked.watchpoints) {
        const std::size_t object = object_named(watchpoint.array);
        const std::int64_t bytes = simt::element_type(*recording_, object)->bytes;
        elements.push_back({object, watchpoint.element * bytes, (watchpoint.element + 1) * bytes,
                            watchpoint.array + "[" + std::to_string(watchpoint.element) + "]"});
    }
    const auto found_at = [&](std::int64_t at) -> const simulated::Finding* {
        const simt::RecordedInstruction& instruction = (*recording_)[at];
        for (const simulated::Finding& finding : findings_)
            if (finding.block == recording_->block() && finding.warp == instruction.warp &&
                finding.line == where(at).place.line && where(at).place.header == 0 && begins_line(at))
                return &finding;
        return nullptr;
    };
    const auto written_at = [&](std::int64_t at) -> const Element* {
        const simt::RecordedAccess* access = recording_->access_at(at);
        const auto* const end = recording_->accesses().data() + recording_->accesses().size();
        for (; access != nullptr && access != end && access->position == at; ++access) {
            if (!access->writes()) continue;
            for (const Element& element : elements) {
                if (element.object != access->object) continue;
                for (int lane = 0; lane < simt::lanes_of_a_warp; ++lane) {
                    const std::int64_t offset = recording_->offset_of(*access, lane);
                    if ((access->lanes >> lane & 1u) != 0 && offset < element.end &&
                        offset + access->bytes > element.begin)
                        return &element;
                }
            }
        }
        return nullptr;
    };
    const bool is_back = asked.is_backward;
    const std::int64_t from = std::clamp<std::int64_t>(asked.position, 0, recording_->size());
    for (std::int64_t at = is_back ? from - 1 : from; at >= 0 && at < recording_->size(); at += is_back ? -1 : 1) {
        const simt::RecordedInstruction& instruction = (*recording_)[at];
        if (!elements.empty()) require_values(at);
        // Breakpoints and findings stop the debugger before the instruction, watchpoints stop it after the instruction.
        const bool is_here = at == from && !is_back; // the debugger has already stopped at this instruction
        if (!is_here && (!stops.empty() || asked.stops_at_findings) && begins_line(at)) {
            const simt::SourceLocation place = where(at).place;
            for (Stop& stop : stops) {
                if (stop.asked->line != place.line || place.header != 0) continue;
                if (stop.condition != nullptr) {
                    require_values(at);
                    if (stop.condition->true_lanes(*recording_, instruction.warp, at) == 0) continue;
                }
                if (stop.hits++ < stop.asked->skips) continue;
                return {at, instruction.warp, protocol::DebugReason::breakpoint,
                        stop.asked->condition.empty() ? std::string() : stop.asked->condition};
            }
            if (asked.stops_at_findings)
                if (const simulated::Finding* const finding = found_at(at))
                    return {at, instruction.warp, protocol::DebugReason::finding, finding->sentence};
        }
        if (const Element* const element = elements.empty() ? nullptr : written_at(at)) {
            const std::int64_t behind = is_back ? at : at + 1;
            if (behind != from) return {behind, instruction.warp, protocol::DebugReason::watchpoint, element->name};
        }
    }
    if (is_back) return start(asked.warp);
    return {recording_->size(), asked.warp, protocol::DebugReason::end, {}};
}

} // namespace warploom::app
