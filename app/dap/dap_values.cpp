#include "app/dap/dap_server.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/recording/block_recording.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>

// Provides the data that an editor displays: stack frames, scopes, variables and evaluated expressions.

namespace warploom::app {

namespace {

constexpr std::int64_t elements_at_once = 256; ///< number of array elements to send if the editor does not specify one
constexpr std::int64_t most_elements = 16384;

} // namespace

int DapServer::warp_of(const Arguments& in) const {
    const std::int64_t warp = in.whole("threadId", stop_.warp + 1) - 1;
    if (warp < 0 || warp >= debugger().recording().warps())
        throw Error("dap.argument", sentence("There is no thread {thread}.", {{"thread", warp + 1}}));
    return static_cast<int>(warp);
}

DebugStop DapServer::at(int warp) const { return {stop_.position, warp, stop_.reason, {}}; }

Json DapServer::source_of(const std::string& file) const {
    const auto& sources = debugger().session().sources;
    const auto found = std::find_if(sources.begin(), sources.end(),
                                    [&](const protocol::WarpSource& source) { return source.file == file; });
    if (found == sources.begin() && !sources.empty() && std::filesystem::exists(program_path_))
        return {{"name", sources.front().title}, {"path", program_path_}};
    if (found == sources.end()) return {{"name", file}};
    return {{"name", found->title}, {"sourceReference", found - sources.begin() + 1}};
}

/// Returns the call stack of a warp. If the warp has ended, returns the line that it executed most recently, because
/// editors show arrays only for a stack frame.
std::vector<protocol::DebugFrame> DapServer::frames_of(int warp) const {
    std::vector<protocol::DebugFrame> frames = debugger().state(at(warp)).frames;
    const simt::BlockRecording& recording = debugger().recording();
    const std::int64_t last = recording.previous_of(warp, stop_.position);
    if (!frames.empty() || last < 0) return frames;
    const simt::CallFrame kernel = simt::frames_of(recording.code(), recording[last].pc).back();
    const auto [file, line] = debugger().file_and_line(kernel.place);
    return {{sentence("{kernel} (ended)", {{"kernel", kernel.function}}), file, line}};
}

Json DapServer::stack_trace(const Arguments& in) {
    const int warp = warp_of(in);
    const std::vector<protocol::DebugFrame> frames = frames_of(warp);
    Json all = Json::array();
    std::size_t number = 0;
    const auto first = static_cast<std::size_t>(std::clamp<std::int64_t>(in.whole("startFrame"), 0, 1 << 20));
    const std::int64_t levels = in.whole("levels");
    for (const protocol::DebugFrame& frame : frames) {
        const std::size_t at = number++;
        if (at < first || (levels > 0 && at >= first + static_cast<std::size_t>(levels))) continue;
        frames_.push_back({warp, at});
        all.push_back({{"id", frames_.size()},
                       {"name", frame.function},
                       {"source", source_of(frame.file)},
                       {"line", frame.line - lines_before_first_},
                       {"column", 1 - columns_before_first_}});
    }
    return {{"stackFrames", all}, {"totalFrames", frames.size()}};
}

int DapServer::container(Container of) {
    containers_.push_back(std::move(of));
    return static_cast<int>(containers_.size());
}

Json DapServer::scopes(const Arguments& in) {
    const std::int64_t id = in.whole("frameId", 1);
    if (id < 1 || id > static_cast<std::int64_t>(frames_.size()))
        throw Error("dap.argument", sentence("There is no frame {frame}.", {{"frame", id}}));
    const FrameRef frame = frames_[static_cast<std::size_t>(id) - 1];
    stop_.warp = frame.warp;
    const auto scope = [&](const std::string& name, Container::What what, bool is_expensive = false) {
        return Json{{"name", name},
                    {"variablesReference", container({what, frame.frame, {}, 0, 0, {}})},
                    {"expensive", is_expensive}};
    };
    Json all{scope(sentence("Lane {lane}", {{"lane", lane_}}), Container::What::lane),
             scope(sentence("Warp {warp}", {{"warp", frame.warp}}), Container::What::warp)};
    const auto& arrays = debugger().session().arrays;
    if (std::any_of(arrays.begin(), arrays.end(), [](const protocol::DebugArray& array) { return array.is_shared; }))
        all.push_back(scope(sentence("Shared memory"), Container::What::shared));
    all.push_back(scope(sentence("Arrays"), Container::What::arrays));
    all.push_back(scope(sentence("Launch"), Container::What::launch));
    return {{"scopes", std::move(all)}};
}

Json DapServer::variable_in_lane(const protocol::DebugVariable& variable, int lane, std::size_t frame) {
    const bool is_unset = (variable.unset.bits >> lane & 1u) != 0;
    const std::string& value = variable.values[static_cast<std::size_t>(lane)];
    Json shown{{"name", variable.name},
               {"value", is_unset        ? sentence("not initialized")
                         : value.empty() ? sentence("inactive lane")
                                         : value},
               {"type", variable.type},
               {"evaluateName", variable.name},
               {"variablesReference", 0}};
    if (frame == 0 && !value.empty()) {
        protocol::DebugValue asked;
        asked.name = variable.name;
        asked.position = stop_.position;
        asked.warp = stop_.warp;
        asked.lane = lane;
        shown["variablesReference"] = container({Container::What::origin, frame, variable.name, 0, 0, asked});
    }
    return shown;
}

/// Returns an expandable variable whose children are the values of `variable` in all lanes.
Json DapServer::lanes_summary(const protocol::DebugVariable& variable, std::size_t frame) {
    std::string text;
    for (std::size_t lane = 0; lane < variable.values.size(); ++lane) {
        const bool is_unset = (variable.unset.bits >> lane & 1u) != 0;
        text += (lane == 0 ? "" : " ") + (is_unset ? "?" : variable.values[lane].empty() ? "-" : variable.values[lane]);
    }
    return {{"name", variable.name},
            {"value", text},
            {"type", variable.type},
            {"evaluateName", variable.name},
            {"indexedVariables", variable.values.size()},
            {"variablesReference", container({Container::What::lanes_of_variable, frame, variable.name, 0, 0, {}})}};
}

Json DapServer::values_in(const Container& of) {
    using What = Container::What;
    Json all = Json::array();
    const auto plain = [&](const std::string& name, const std::string& value) {
        all.push_back({{"name", name}, {"value", value}, {"variablesReference", 0}});
    };
    switch (of.what) {
    case What::lane:
    case What::warp: {
        const protocol::DebugState state = debugger().state(at(stop_.warp), {}, of.frame);
        for (const protocol::DebugVariable& variable : state.variables)
            all.push_back(of.what == What::lane ? variable_in_lane(variable, lane_, of.frame)
                                                : lanes_summary(variable, of.frame));
        break;
    }
    case What::lanes_of_variable: {
        const protocol::DebugState state = debugger().state(at(stop_.warp), {of.name}, of.frame);
        const protocol::DebugVariable* found = &state.watches.front();
        for (const protocol::DebugVariable& variable : state.variables)
            if (variable.name == of.name) found = &variable;
        for (int lane = 0; lane < simt::lanes_of_a_warp; ++lane) {
            Json shown = variable_in_lane(*found, lane, of.frame);
            shown["name"] = sentence("lane {lane}", {{"lane", lane}});
            shown.erase("evaluateName");
            all.push_back(std::move(shown));
        }
        break;
    }
    case What::shared:
    case What::arrays:
        for (const protocol::DebugArray& array : debugger().session().arrays) {
            if (array.is_shared != (of.what == What::shared)) continue;
            all.push_back({{"name", array.name},
                           {"value", array.type + "[" + std::to_string(array.elements) + "]"},
                           {"type", array.is_shared ? "__shared__ " + array.type : array.type},
                           {"indexedVariables", array.elements},
                           {"variablesReference", container({What::elements, 0, array.name, 0, 0, {}})}});
        }
        break;
    case What::elements: {
        const std::int64_t count = of.count > 0 ? std::min(of.count, most_elements) : elements_at_once;
        const auto texts = debugger().elements(of.name, of.first, count, stop_.position);
        for (std::size_t n = 0; n < texts.size(); ++n) {
            protocol::DebugValue element;
            element.is_element = true;
            element.element = of.first + static_cast<std::int64_t>(n);
            element.name = of.name + "[" + std::to_string(element.element) + "]";
            element.position = stop_.position;
            all.push_back({{"name", "[" + std::to_string(element.element) + "]"},
                           {"value", texts[n]},
                           {"evaluateName", element.name},
                           {"variablesReference", container({What::origin, 0, element.name, 0, 0, element})}});
        }
        const std::int64_t behind = of.first + static_cast<std::int64_t>(texts.size());
        for (const protocol::DebugArray& array : debugger().session().arrays)
            if (array.name == of.name && of.count == 0 && behind < array.elements)
                plain("...", sentence("{n} more {n:element|elements}. Evaluate `{name}[index]` to see one.",
                                      {{"n", array.elements - behind}, {"name", of.name}}));
        break;
    }
    case What::launch: {
        const protocol::DebugSession& session = debugger().session();
        const simt::BlockRecording& recording = debugger().recording();
        const auto size = [](const std::array<std::int64_t, 3>& of_it) {
            return std::to_string(of_it[0]) + ", " + std::to_string(of_it[1]) + ", " + std::to_string(of_it[2]);
        };
        const auto thread = simt::thread_of(recording, stop_.warp, lane_);
        plain("kernel", recording.code().instance);
        plain("gridDim", size(recording.grid_size()));
        plain("blockDim", size(recording.block_size()));
        plain("block", std::to_string(session.block_index));
        plain("threadIdx", size(thread));
        plain("matrix", session.matrix.name);
        plain("position", std::to_string(stop_.position) + " of " + std::to_string(session.instructions));
        break;
    }
    case What::origin: {
        protocol::DebugOrigin origin;
        try {
            origin = debugger().why(of.value);
        } catch (const Error& error) {
            if (error.code() != "debug.value") throw;
            origin.sentence = sentence("The compiler knows this value, so no instruction computes it.");
        }
        plain(sentence("why"), origin.sentence);
        if (origin.difference) plain(sentence("first difference"), origin.difference->sentence);
        for (const protocol::DebugValue& input : origin.inputs)
            all.push_back({{"name", input.name},
                           {"value", input.text},
                           {"variablesReference", container({What::origin, 0, input.name, 0, 0, input})}});
        break;
    }
    }
    return all;
}

Json DapServer::variables(const Arguments& in) {
    const std::int64_t reference = in.whole("variablesReference");
    if (reference < 1 || reference > static_cast<std::int64_t>(containers_.size()))
        throw Error("dap.argument",
                    sentence("There are no variables with the reference {number}.", {{"number", reference}}),
                    sentence("References are valid until the next step."));
    Container of = containers_[static_cast<std::size_t>(reference) - 1];
    of.first = std::max<std::int64_t>(0, in.whole("start"));
    of.count = std::max<std::int64_t>(0, in.whole("count"));
    const bool is_indexed = of.what == Container::What::elements || of.what == Container::What::lanes_of_variable;
    const std::string filter = in.text("filter");
    if ((filter == "named" && is_indexed) || (filter == "indexed" && !is_indexed))
        return {{"variables", Json::array()}};
    return {{"variables", values_in(of)}};
}

Json DapServer::evaluate(const Arguments& in) {
    const std::string text = in.text("expression");
    const std::int64_t id = in.whole("frameId");
    std::size_t frame = 0;
    if (id >= 1 && id <= static_cast<std::int64_t>(frames_.size())) {
        stop_.warp = frames_[static_cast<std::size_t>(id) - 1].warp;
        frame = frames_[static_cast<std::size_t>(id) - 1].frame;
    }
    if (in.text("context") == "repl" && text.rfind("lane ", 0) == 0) {
        const Json asked{{"lane", std::atoi(text.c_str() + 5)}};
        set_lane({asked});
        if (shows_invalidation_) send_event("invalidated", {{"areas", {"variables"}}});
        return {{"result", sentence("Lane {lane} is shown.", {{"lane", lane_}})}, {"variablesReference", 0}};
    }
    const protocol::DebugState state = debugger().state(at(stop_.warp), {text}, frame);
    const protocol::DebugVariable& watch = state.watches.front();
    const bool has_values =
        std::any_of(watch.values.begin(), watch.values.end(), [](const std::string& value) { return !value.empty(); });
    if (!has_values)
        // Array elements have values even after the warp has ended, unlike other expressions.
        if (const auto element = element_named(text)) {
            protocol::DebugValue asked;
            asked.name = text;
            asked.is_element = true;
            asked.element = element->element;
            asked.position = stop_.position;
            return {{"result", debugger().elements(element->array, element->element, 1, stop_.position).at(0)},
                    {"variablesReference", container({Container::What::origin, 0, text, 0, 0, asked})}};
        }
    if (!has_values && !watch.problem.empty()) throw Error("debug.watch", watch.problem);
    Json shown = lanes_summary(watch, frame);
    const std::string& mine = watch.values[static_cast<std::size_t>(lane_)];
    return {{"result", mine.empty() ? shown["value"].get<std::string>() : mine},
            {"type", watch.type},
            {"indexedVariables", watch.values.size()},
            {"variablesReference", shown["variablesReference"]}};
}

} // namespace warploom::app
