#include "app/debug/debugger.h"

#include "engine/error.h"
#include "engine/parallel_blocks.h"
#include "engine/sentence.h"

#include <algorithm>
#include <bit>
#include <utility>

// Finds causes of wrong values outside of the statements that computed them: errors found by the checks, writes by
// other blocks, and infinite loops.

namespace warploom::app {

/// Adds the error that may explain the contents of an element. Prefers an error that concerns the same array.
void Debugger::add_error(protocol::DebugOrigin& origin, const std::string& array) const {
    const auto first = [&](const auto& is_it) { return std::find_if(findings_.begin(), findings_.end(), is_it); };
    auto found = first([&](const simulated::Finding& finding) { return finding.array == array; });
    if (found == findings_.end())
        found = first([&](const simulated::Finding& finding) { return finding.block == recording_->block(); });
    const simulated::Finding& finding = found == findings_.end() ? findings_.front() : *found;
    origin.sentence += " " + finding.sentence;
    origin.line = finding.line;
    origin.file = recording_->file();
    for (std::int64_t at = 0; at < recording_->size(); ++at) {
        const simt::SourceLocation& place = where(at).place;
        if (place.line != finding.line || place.header != 0 || (*recording_)[at].warp != finding.warp) continue;
        origin.position = at;
        origin.warp = finding.warp;
        origin.lane = std::countr_zero(finding.lanes == 0 ? 1U : finding.lanes);
        return;
    }
}

/// Returns the writes of the other blocks, or null if finding them takes too long.
const OtherWrites* Debugger::other_writes() {
    if (std::exchange(has_sought_other_writes_, true)) return other_writes_.get();
    try {
        const StoppableLaunches stoppable(nullptr, deadline_);
        const Loaded loaded = load({});
        other_writes_ = std::make_unique<const OtherWrites>(loaded.subject, settings_.block, options(),
                                                            settings_.launch, recording_->block(), Progress{});
    } catch (const Error& error) {
        if (error.code() != "time.limit") throw;
    }
    return other_writes_.get();
}

/// Explains an element of a global array that this block has not written. Either another block wrote it, or the kernel
/// has an error that concerns this array.
void Debugger::add_other_writes(protocol::DebugOrigin& origin, const simt::ValueRef& value) {
    const simt::RecordedObject& object = recording_->objects()[value.object];
    const std::string& array = object.name;
    const bool is_last = value.position >= recording_->size();
    if (const OtherWrites* const others = object.may_change ? other_writes() : nullptr) {
        const auto before = others->before(array, value.offset);
        const bool is_at_end = is_last && origin.written_later.value_or(-1) < 0;
        const auto after = !before && is_at_end ? others->after(array, value.offset) : std::nullopt;
        if (const auto& write = before ? before : after) {
            origin.line = write->line;
            origin.file = write->file;
            origin.launch = write->launch;
            origin.block_index = write->block;
            const std::string source = source_line(write->file, write->line);
            origin.sentence =
                before
                    ? sentence("Thread {thread} of block {block} in launch {launch} wrote `{name}` before this block "
                               "started, on line {line}: `{source}`",
                               {{"thread", write->thread},
                                {"block", write->block},
                                {"launch", write->launch},
                                {"name", value.name},
                                {"line", write->line},
                                {"source", source}})
                    : sentence("Thread {thread} of block {block} in launch {launch} writes `{name}` after this block "
                               "has ended, on line {line}: `{source}`",
                               {{"thread", write->thread},
                                {"block", write->block},
                                {"launch", write->launch},
                                {"name", value.name},
                                {"line", write->line},
                                {"source", source}});
            return;
        }
    }
    const bool is_of_error = std::any_of(findings_.begin(), findings_.end(),
                                         [&](const simulated::Finding& finding) { return finding.array == array; });
    const bool is_missing = is_last && origin.written_later.value_or(-1) < 0;
    if (is_of_error || (is_missing && !findings_.empty())) add_error(origin, array);
}

/// If this block contains an infinite loop, explains what the loop waits for. The simulated GPU leaves such a loop
/// after many iterations, so the values at the end of the block are misleading.
std::optional<protocol::DebugDifference> Debugger::endless_loop_before(const simt::ValueRef& value) {
    if (value.form != simt::ValueRef::Form::element || value.position < recording_->size()) return std::nullopt;
    const auto is_endless = [](const simulated::Finding& finding) {
        return finding.kind == simulated::Finding::Kind::endless_loop;
    };
    const auto finding = std::find_if(findings_.begin(), findings_.end(), is_endless);
    if (finding == findings_.end()) return std::nullopt;
    protocol::DebugDifference made;
    made.sentence = finding->sentence;
    made.name = sentence("line {line}", {{"line", finding->line}});
    made.text = sentence("endless loop");
    made.file = finding->file;
    made.line = finding->line;
    made.warp = finding->warp;
    made.lane = std::countr_zero(finding->lanes == 0 ? 1U : finding->lanes);
    if (finding->block != recording_->block() || recording_->first() > 0) return made;
    const auto& accesses = recording_->accesses();
    for (auto access = accesses.rbegin(); access != accesses.rend(); ++access) {
        const simt::SourceLocation& place = where(access->position).place;
        const bool is_awaited = access->access == simt::Access::load && (access->lanes >> made.lane & 1U) != 0 &&
                                (*recording_)[access->position].warp == made.warp && place.line == finding->line &&
                                place.header == 0;
        if (!is_awaited) continue;
        made.position = access->position;
        const std::int64_t offset = recording_->offset_of(*access, made.lane);
        const simt::RecordedObject& object = recording_->objects()[access->object];
        made.name = object.name + "[" + std::to_string(offset / std::max<std::int64_t>(1, object.element_bytes)) + "]";
        if (const simt::Type* const type = simt::element_type(*recording_, access->object))
            if (const auto number = recording_->memory_at(access->object, offset, access->bytes, access->position))
                made.text = simt::text_of(*recording_, type->kind, *number);
        made.sentence = sentence_about_wait(made, access->object, offset) + " " + finding->sentence;
        break;
    }
    return made;
}

/// Describes the thread that should write the element for which a loop waits.
std::string Debugger::sentence_about_wait(const protocol::DebugDifference& loop, std::size_t object,
                                          std::int64_t offset) {
    const auto thread_of = [](int warp, int lane) { return std::int64_t{warp} * simt::lanes_of_a_warp + lane; };
    const std::int64_t thread = thread_of(loop.warp, loop.lane);
    const auto later = recording_->next_written(object, offset, loop.position);
    if (later.position >= 0)
        return sentence("Thread {thread} waits on line {line} for `{name}`, which thread {other} writes only after its "
                        "own loop, on line {place}.",
                        {{"thread", thread},
                         {"line", loop.line},
                         {"name", loop.name},
                         {"other", thread_of((*recording_)[later.position].warp, later.lane)},
                         {"place", file_and_line(where(later.position).place).second}});
    const OtherWrites* const others = other_writes();
    if (const auto write = others != nullptr ? others->after(recording_->objects()[object].name, offset) : std::nullopt)
        return sentence(
            "Thread {thread} waits on line {line} for `{name}`, which thread {other} of block {block} writes "
            "only after this block has ended, on line {place}.",
            {{"thread", thread},
             {"line", loop.line},
             {"name", loop.name},
             {"other", write->thread},
             {"block", write->block},
             {"place", write->line}});
    return sentence("Thread {thread} waits on line {line} for `{name}`, which no thread writes afterward.",
                    {{"thread", thread}, {"line", loop.line}, {"name", loop.name}});
}

} // namespace warploom::app
