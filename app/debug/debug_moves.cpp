#include "app/debug/debugger.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/recording/watch.h"

#include <algorithm>
#include <limits>
#include <memory>

// Implements stepping in the debugger. In a warp, a line is a sequence of instructions with the same source line and
// the same call stack.

namespace warploom::app {

const simt::Where& Debugger::where(std::int64_t instruction) const {
    return simt::location_of(recording_->code(), (*recording_)[instruction].pc);
}

/// Returns the first instruction of the source line that the warp executes at `instruction`. Functions whose call depth
/// exceeds `most_depth` count as part of the line that calls them.
std::int64_t Debugger::begin_of_line(int warp, std::int64_t instruction, std::size_t most_depth) const {
    const auto& all = recording_->instructions_of(warp);
    const std::uint32_t line = line_at(instruction);
    std::size_t begin = recording_->count_of(warp, instruction);
    for (std::size_t n = begin; n > 0; --n) {
        if (line_at(all[n - 1]) == line) begin = n - 1;
        else if (where(all[n - 1]).calls.size() <= most_depth) break;
    }
    return all[begin];
}

/// Returns the first instruction of the next source line whose call depth is at most `most_depth`. If there is none,
/// returns the number of instructions.
std::int64_t Debugger::next_line(int warp, std::int64_t position, std::size_t most_depth) const {
    const auto& all = recording_->instructions_of(warp);
    std::size_t at = recording_->count_of(warp, position);
    if (at >= all.size()) return recording_->size();
    const std::uint32_t line = line_at(all[at]);
    bool has_left = false;
    for (++at; at < all.size(); ++at) {
        if (where(all[at]).calls.size() > most_depth) continue;
        has_left = has_left || line_at(all[at]) != line;
        if (has_left) return all[at];
    }
    return recording_->size();
}

std::int64_t Debugger::previous_line(int warp, std::int64_t position, std::size_t most_depth) const {
    const auto& all = recording_->instructions_of(warp);
    std::size_t behind = recording_->count_of(warp, position);
    while (behind > 0 && where(all[behind - 1]).calls.size() > most_depth) --behind;
    return behind == 0 ? 0 : begin_of_line(warp, all[behind - 1], most_depth);
}

int Debugger::next_code_line(int line) const {
    int found = 0;
    for (const simt::Where& where : recording_->code().places)
        if (where.place.header == 0 && where.place.line >= line && (found == 0 || where.place.line < found))
            found = where.place.line;
    return found;
}

DebugStop Debugger::start(int warp) const {
    return {recording_->next_of(warp, 0), warp, protocol::DebugReason::start, {}};
}

DebugStop Debugger::move(const DebugMove& asked) {
    require_warp(asked.warp);
    begin_time_limit(asked.most_seconds);
    using Step = protocol::DebugStep;
    const std::int64_t position = std::clamp<std::int64_t>(asked.position, 0, recording_->size());
    if (asked.step == Step::run) return run_to_stop(asked);
    if (asked.step == Step::line) {
        const auto& all = recording_->instructions_of(asked.warp);
        const auto begins_wanted_line = [&](std::size_t n) {
            const simt::SourceLocation& place = where(all[n]).place;
            return place.line == asked.to_line && place.header == 0 &&
                   (n == 0 || line_at(all[n - 1]) != line_at(all[n]));
        };
        const auto stop_at = [&](std::size_t n) {
            return DebugStop{all[n], asked.warp, protocol::DebugReason::step, {}};
        };
        if (asked.is_backward) {
            for (std::size_t n = recording_->count_of(asked.warp, position); n-- > 0;)
                if (begins_wanted_line(n)) return stop_at(n);
        } else {
            for (std::size_t n = recording_->count_of(asked.warp, position + 1); n < all.size(); ++n)
                if (begins_wanted_line(n)) return stop_at(n);
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
        int line;
        std::unique_ptr<simt::Watch> condition;
        std::int64_t hits = 0;
    };
    std::vector<Stop> stops;
    for (const protocol::DebugBreakpoint& breakpoint : asked.breakpoints)
        stops.push_back({&breakpoint, next_code_line(breakpoint.line),
                         breakpoint.condition.empty() ? nullptr : std::make_unique<simt::Watch>(breakpoint.condition),
                         0});
    struct Element {
        std::size_t object;
        std::int64_t begin, end;
        std::string name;
    };
    std::vector<Element> elements;
    std::vector<simt::ValueRef> variables;
    for (const protocol::DebugWatchpoint& watchpoint : asked.watchpoints) {
        if (watchpoint.array.empty()) {
            protocol::DebugValue value;
            value.name = watchpoint.variable;
            value.position = std::clamp<std::int64_t>(asked.position, 0, recording_->size());
            value.warp = watchpoint.warp;
            value.lane = watchpoint.lane;
            require_warp(value.warp);
            require_values(value.position);
            variables.push_back(reference(value));
            continue;
        }
        const std::size_t object = object_named(watchpoint.array);
        const std::int64_t bytes = simt::element_type(*recording_, object)->bytes;
        elements.push_back({object, watchpoint.element * bytes, (watchpoint.element + 1) * bytes,
                            watchpoint.array + "[" + std::to_string(watchpoint.element) + "]"});
    }
    const auto found_at = [&](std::int64_t at) -> const simulated::Finding* {
        const simt::RecordedInstruction& instruction = (*recording_)[at];
        for (const simulated::Finding& finding : findings_)
            if (finding.block == recording_->block() && finding.warp == instruction.warp &&
                finding.line == where(at).place.line && where(at).place.header == 0)
                return &finding;
        return nullptr;
    };
    const auto changed_at = [&](std::int64_t at) -> const std::string* {
        for (const simt::ValueRef& variable : variables) {
            const bool is_written =
                (*recording_)[at].warp == variable.warp &&
                recording_->lanes_written(variable.warp, variable.unit, at, at + 1, 1U << variable.lane) != 0;
            if (!is_written) continue;
            // Several variables may share a register, so check that it still belongs to this one.
            const auto after = simt::variable_ref(*recording_, variable.name, variable.warp, variable.lane, at + 1);
            if (after && after->unit == variable.unit) return &variable.name;
        }
        return nullptr;
    };
    const auto written_at = [&](std::int64_t at) -> const std::string* {
        if (const std::string* const variable = changed_at(at)) return variable;
        const simt::Op op = recording_->code().instructions[(*recording_)[at].pc].op;
        if (op != simt::Op::store && op != simt::Op::atomic) return nullptr;
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
                        return &element.name;
                }
            }
        }
        return nullptr;
    };
    const bool is_back = asked.is_backward;
    const std::int64_t from = std::clamp<std::int64_t>(asked.position, 0, recording_->size());
    std::vector<std::size_t> before; // number of instructions of each warp before position `at`
    for (int warp = 0; warp < recording_->warps(); ++warp) before.push_back(recording_->count_of(warp, from));
    for (std::int64_t at = is_back ? from - 1 : from; at >= 0 && at < recording_->size(); at += is_back ? -1 : 1) {
        const simt::RecordedInstruction instruction = (*recording_)[at];
        std::size_t& n = before[instruction.warp];
        if (is_back) --n;
        const bool begins_line = n == 0 || line_at(recording_->instructions_of(instruction.warp)[n - 1]) != line_at(at);
        if (!is_back) ++n;
        if (!asked.watchpoints.empty()) require_values(at);
        // Check the time only occasionally, because evaluating a condition takes microseconds.
        constexpr std::int64_t steps_between_looks = 256;
        if (at % steps_between_looks == 0 && at != from && StopRequest(nullptr, deadline_).is_late())
            return {at, instruction.warp, protocol::DebugReason::limit,
                    sentence("No stop was found within {n} {n:second|seconds}. Continue to search further.",
                             {{"n", asked.most_seconds}})};
        // Breakpoints and findings stop before an instruction, watchpoints after it.
        const bool is_here = at == from && !is_back; // the debugger is already at this position
        if (!is_here && (!stops.empty() || asked.stops_at_findings) && begins_line) {
            const simt::SourceLocation place = where(at).place;
            for (Stop& stop : stops) {
                if (stop.line != place.line || place.header != 0) continue;
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
        if (const std::string* const name = asked.watchpoints.empty() ? nullptr : written_at(at)) {
            const std::int64_t behind = is_back ? at : at + 1;
            if (behind != from) return {behind, instruction.warp, protocol::DebugReason::watchpoint, *name};
        }
    }
    if (is_back) return start(asked.warp);
    return {recording_->size(), asked.warp, protocol::DebugReason::end, {}};
}

} // namespace warploom::app
