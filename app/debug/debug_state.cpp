#include "app/debug/debugger.h"

#include "app/debug/expected_inputs.h"
#include "app/debug/expected_sums.h"
#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/recording/watch.h"

#include <algorithm>
#include <bit>
#include <limits>

// Determines the values of variables at a position of the debugger, and how these values were computed.

namespace warploom::app {

namespace {

const char* name_of(simt::Origin::Form form) {
    static constexpr const char* names[] = {"computed", "stored",   "added", "shuffled",  "voted",  "given",
                                            "earlier",  "contents", "unset", "unwritten", "unknown"};
    return names[static_cast<std::size_t>(form)];
}

} // namespace

protocol::DebugVariable Debugger::shown(const simt::LaneValues& values, const simt::LaneValues* before) const {
    protocol::DebugVariable variable;
    variable.name = values.name;
    variable.type = values.type;
    variable.unset.bits = values.unset;
    variable.values.resize(simt::lanes_of_a_warp);
    for (std::uint32_t left = values.lanes & ~values.unset; left != 0; left &= left - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(left));
        variable.values[lane] = simt::text_of(*recording_, values.kind, values.numbers[lane], values.element_bytes);
        const bool is_same = before == nullptr || (before->numbers[lane] == values.numbers[lane] &&
                                                   (before->unset & 1u << lane) == (values.unset & 1u << lane));
        if (!is_same) variable.changed.bits |= 1u << lane;
    }
    return variable;
}

protocol::DebugState Debugger::state(const DebugStop& at, const std::vector<std::string>& watches, std::size_t frame) {
    require_warp(at.warp);
    begin_time_limit(settings_.most_seconds);
    const std::int64_t position = std::clamp<std::int64_t>(at.position, 0, recording_->size());
    require_values(position);
    const simt::BlockRecording& recording = *recording_;
    protocol::DebugState state;
    state.position = position;
    state.warp = at.warp;
    state.reason = at.reason;
    state.note = at.note;
    state.active.bits = simt::active_lanes(recording, at.warp, position);
    const std::int64_t next = recording.next_of(at.warp, position);
    if (next < recording.size())
        for (const simt::CallFrame& each : simt::frames_of(recording.code(), recording[next].pc)) {
            const auto [file, line] = file_and_line(each.place);
            state.frames.push_back({each.function, file, line});
        }
    const std::vector<simt::LaneValues> values = simt::variables_at(recording, at.warp, position, frame);
    // Find the variables that changed since the previous line of the same function.
    const std::int64_t last = recording.previous_of(at.warp, position);
    std::vector<simt::LaneValues> before;
    if (last >= recording.first()) {
        const std::int64_t begin = begin_of_line(at.warp, last, std::numeric_limits<std::size_t>::max());
        before = simt::variables_at(recording, at.warp, std::max(begin, recording.first()), frame);
    }
    for (const simt::LaneValues& each : values) {
        const auto known = std::find_if(before.begin(), before.end(), [&](const simt::LaneValues& other) {
            return other.name == each.name && other.unit == each.unit;
        });
        state.variables.push_back(shown(each, known == before.end() ? nullptr : &*known));
    }
    for (const std::string& text : watches) {
        protocol::DebugVariable shown_watch;
        try {
            const simt::Watch::Result result = simt::Watch(text).evaluate(recording, at.warp, position, frame);
            shown_watch = shown(result.values, nullptr);
            shown_watch.problem = result.problem;
        } catch (const Error& error) {
            shown_watch.problem = error.what();
            if (!error.hint().empty()) shown_watch.problem += " " + error.hint();
            shown_watch.values.resize(simt::lanes_of_a_warp);
        }
        shown_watch.name = text;
        state.watches.push_back(std::move(shown_watch));
    }
    for (int warp = 0; warp < recording.warps(); ++warp) {
        protocol::DebugWarp shown_warp;
        shown_warp.warp = warp;
        const std::int64_t follows = recording.next_of(warp, position), done = recording.previous_of(warp, position);
        if (follows < recording.size()) {
            const auto [file, line] = file_and_line(where(follows).place);
            shown_warp.line = line;
            shown_warp.file = file;
            shown_warp.active.bits = recording[follows].active;
            // A warp executes the barrier instruction when it arrives. It executes the next instruction when all warps
            // of the block have arrived.
            shown_warp.is_at_barrier =
                done >= 0 && recording.code().instructions[recording[done].pc].op == simt::Op::barrier;
        }
        state.warps.push_back(std::move(shown_warp));
    }
    return state;
}

simt::ValueRef Debugger::reference(const protocol::DebugValue& value) const {
    if (value.is_element) {
        const std::string array = value.name.substr(0, value.name.find('['));
        const std::size_t object = object_named(array);
        const simt::Type* const type = simt::element_type(*recording_, object);
        simt::ValueRef made = simt::element_ref(*recording_, object, value.element, type->kind, value.position);
        made.offset = value.element * type->bytes;
        made.warp = value.warp;
        made.lane = value.lane;
        return made;
    }
    const auto found = simt::variable_ref(*recording_, value.name, value.warp, value.lane, value.position);
    if (found) return *found;
    throw Error("debug.value",
                sentence("There is no variable named `{name}` at this position.", {{"name", value.name}}),
                sentence("Choose a variable that is in scope."));
}

protocol::DebugValue Debugger::shown(const simt::ValueRef& value) const {
    protocol::DebugValue made;
    made.name = value.name;
    made.is_element = value.form == simt::ValueRef::Form::element;
    made.position = value.position;
    made.warp = value.warp;
    made.lane = value.lane;
    if (made.is_element) {
        const simt::Type* const type = simt::element_type(*recording_, value.object);
        made.element = value.offset / std::max<std::int64_t>(1, type == nullptr ? 1 : type->bytes);
    }
    if (const auto number = simt::number_of(*recording_, value))
        made.text = simt::text_of(*recording_, value.kind, *number, value.element_bytes);
    return made;
}

std::string Debugger::sentence_about(const simt::ValueRef& value, const simt::Origin& origin) const {
    using Form = simt::Origin::Form;
    const auto thread = [&](int warp, int lane) { return std::int64_t{warp} * simt::lanes_of_a_warp + lane; };
    const auto [file, line] = file_and_line(origin.where.place);
    const std::string source = source_line(file, line);
    const std::int64_t by = thread(origin.warp, origin.lane);
    switch (origin.form) {
    case Form::computed:
        return sentence("Thread {thread} computed `{name}` on line {line}: `{source}`",
                        {{"thread", by}, {"name", value.name}, {"line", line}, {"source", source}});
    case Form::stored:
        return sentence("Thread {thread} wrote `{name}` on line {line}: `{source}`",
                        {{"thread", by}, {"name", value.name}, {"line", line}, {"source", source}});
    case Form::added:
        return sentence("Thread {thread} changed `{name}` with an atomic operation on line {line}: `{source}`",
                        {{"thread", by}, {"name", value.name}, {"line", line}, {"source", source}});
    case Form::shuffled:
        return sentence("Thread {thread} received `{name}` from another lane on line {line}: `{source}`",
                        {{"thread", by}, {"name", value.name}, {"line", line}, {"source", source}});
    case Form::voted:
        return sentence("`{name}` is the result of a vote on line {line}: `{source}`",
                        {{"name", value.name}, {"line", line}, {"source", source}});
    case Form::given: return sentence("`{name}` had this value when the block started.", {{"name", value.name}});
    case Form::contents:
        if (origin.written_later >= 0)
            return sentence(
                "No thread of this block had written `{name}`. Thread {thread} writes it later, on line {line}.",
                {{"name", value.name},
                 {"thread", thread(origin.later_warp, origin.later_lane)},
                 {"line", file_and_line(where(origin.written_later).place).second}});
        return sentence("No thread of this block writes `{name}`: it had this value when the block started.",
                        {{"name", value.name}});
    case Form::unset: return sentence("`{name}` is not initialized.", {{"name", value.name}});
    case Form::unwritten:
        if (origin.written_later >= 0)
            return sentence("No thread had written `{name}` in shared memory. Thread {thread} writes it later, on line "
                            "{line}, so a barrier is missing in between.",
                            {{"name", value.name},
                             {"thread", thread(origin.later_warp, origin.later_lane)},
                             {"line", file_and_line(where(origin.written_later).place).second}});
        return sentence("No thread of the block writes `{name}` in shared memory.", {{"name", value.name}});
    case Form::earlier:
    case Form::unknown: break;
    }
    return sentence("The origin of `{name}` is not recorded.", {{"name", value.name}});
}

std::optional<protocol::DebugDifference> Debugger::difference_of_inputs(const simt::ValueRef& value) const {
    const bool is_factor = settings_.operation == Operation::ilu && matrix_ != nullptr;
    const bool is_system = settings_.operation == Operation::tridiagonal && system_ != nullptr;
    const bool is_result = (is_factor || is_system) && value.form == simt::ValueRef::Form::element &&
                           value.position >= recording_->size() && recording_->first() == 0 &&
                           recording_->objects()[value.object].name == (is_factor ? "lu" : "x");
    // A later launch of a solver uses coefficients that an earlier launch has changed, so the expected terms are
    // unknown.
    if (!is_result || (is_system && settings_.launch > 0)) return std::nullopt;
    const simt::DataFlow flow =
        simt::data_flow_of(*recording_, value, is_factor ? std::optional(value.object) : std::nullopt);
    if (flow.nodes[flow.result].position < 0) return std::nullopt; // the element was not written by this block
    const int bytes = settings_.precision == Precision::float32 ? 4 : 8;
    const RecordedResult result{*recording_, flow, value.offset / bytes, bytes,
                                [this](const simt::SourceLocation& place) { return file_and_line(place); }};
    return is_factor ? first_wrong_product(result, *matrix_) : nearest_missing_coefficient(result, *system_);
}

std::optional<protocol::DebugDifference> Debugger::difference_of(const simt::ValueRef& value) const {
    if (settings_.operation == Operation::ilu || settings_.operation == Operation::tridiagonal)
        return difference_of_inputs(value);
    using Of = ExpectedRow::Of;
    const Operation operation = settings_.operation;
    const bool is_solve = operation == Operation::trsv, is_gram = operation == Operation::ata && dense_ != nullptr;
    const char* const result = is_gram ? "C" : is_solve ? "x" : "y";
    const bool is_result = (matrix_ != nullptr || is_gram) && value.form == simt::ValueRef::Form::element &&
                           value.position >= recording_->size() && recording_->objects()[value.object].name == result;
    if (!is_result || recording_->first() > 0) return std::nullopt;
    const bool single = settings_.precision == Precision::float32;
    const std::int64_t element = value.offset / (single ? 4 : 8);
    CsrMatrix column; // a column of A, stored as the only row of a matrix
    std::vector<double> other_column;
    if (is_gram) {
        if (element >= dense_->cols * dense_->cols) return std::nullopt;
        column.rows = 1;
        column.cols = dense_->rows;
        for (std::int64_t row = 0; row < dense_->rows; ++row) {
            const auto at = [&](std::int64_t c) {
                return dense_->value[static_cast<std::size_t>(row * dense_->cols + c)];
            };
            column.column.push_back(static_cast<std::int32_t>(row));
            column.value.push_back(at(element / dense_->cols));
            other_column.push_back(at(element % dense_->cols));
        }
        column.row_pointer.push_back(dense_->rows);
    } else if (element >= matrix_->rows || x_.size() < static_cast<std::size_t>(matrix_->cols)) {
        return std::nullopt;
    }
    const simt::DataFlow flow =
        simt::data_flow_of(*recording_, value, is_solve ? std::optional(value.object) : std::nullopt);
    if (flow.nodes[flow.result].position < 0) return std::nullopt; // the block did not write this element
    const bool adds = std::any_of(flow.nodes.begin(), flow.nodes.end(), [&](const simt::FlowNode& node) {
        return node.form == simt::Origin::Form::added && !recording_->objects()[node.value.object].is_shared;
    });
    const auto launch = static_cast<std::size_t>(session_.launch);
    const bool is_last = launch + 1 == session_.launches.size();
    ExpectedRow expected{is_solve  ? Of::solve
                         : is_gram ? Of::gram
                                   : Of::product,
                         is_gram ? column : *matrix_, is_gram ? other_column : x_};
    if (is_gram) {
        expected.gram_row = element / dense_->cols;
        expected.gram_column = element % dense_->cols;
        expected.dense_rows = dense_->rows;
        expected.dense_columns = dense_->cols;
    } else {
        expected.row = element;
    }
    expected.single = single;
    expected.is_shared = adds ? !is_last || session_.launches[launch].blocks > 1 : !is_last && !is_solve;
    return first_difference(*recording_, flow, expected,
                            [this](const simt::SourceLocation& place) { return file_and_line(place); });
}

protocol::DebugOrigin Debugger::why(const protocol::DebugValue& value) {
    protocol::DebugValue in_range = value;
    in_range.position = std::clamp<std::int64_t>(value.position, 0, recording_->size());
    begin_time_limit(settings_.most_seconds);
    require_values(in_range.position);
    if (const std::string array = value.name.substr(0, value.name.find('[')); value.is_element && !find_object(array)) {
        protocol::DebugOrigin made;
        made.sentence = sentence("Launch {launch} does not use the array `{array}`, so no thread of this block writes "
                                 "`{name}`.",
                                 {{"launch", settings_.launch}, {"array", array}, {"name", value.name}});
        made.form = name_of(simt::Origin::Form::contents);
        if (!findings_.empty()) add_error(made, array);
        return made;
    }
    simt::ValueRef asked = reference(in_range);
    simt::Origin origin = simt::origin_of(*recording_, asked);
    while (origin.form == simt::Origin::Form::earlier) {
        // The value has not changed since the instruction that wrote it or, if that was not recorded, since the start
        // of the recording.
        const std::int64_t first = recording_->first();
        asked.position = origin.position >= 0 ? origin.position + 1 : first;
        record_before(asked.position);
        origin = simt::origin_of(*recording_, asked);
        if (recording_->first() >= first) break;
    }
    protocol::DebugOrigin made;
    made.sentence = sentence_about(asked, origin);
    made.form = name_of(origin.form);
    made.position = origin.position;
    made.warp = origin.warp;
    made.lane = origin.lane;
    if (origin.position >= 0) {
        const auto [file, line] = file_and_line(origin.where.place);
        made.file = file;
        made.line = line;
    }
    if (origin.form != simt::Origin::Form::unknown)
        made.text = simt::text_of(*recording_, asked.kind, origin.number, asked.element_bytes);
    for (const simt::ValueRef& input : origin.inputs) made.inputs.push_back(shown(input));
    if (origin.written_later >= 0) made.written_later = origin.written_later;
    made.difference = endless_loop_before(asked);
    if (!made.difference) made.difference = difference_of(asked);
    if (origin.form == simt::Origin::Form::contents) add_other_writes(made, asked);
    return made;
}

} // namespace warploom::app
