#include "app/dap/dap_server.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/recording/watch.h"
#include "engine/simulated/card.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <filesystem>
#include <optional>

namespace warploom::app {

namespace {

constexpr std::int64_t elements_at_once = 256;

bool is_path_of(const std::string& path, const std::string& other) {
    std::error_code failed;
    return path == other || std::filesystem::equivalent(path, other, failed);
}

} // namespace

/// The arguments of a request. Reading an argument of the wrong type is an error that names it.
struct DapServer::Arguments {
    const Json& json;

    const Json& member(const char* name) const {
        static const Json nothing;
        const auto found = json.is_object() ? json.find(name) : json.end();
        return found == json.end() ? nothing : *found;
    }
    [[noreturn]] static void refuse(const char* name, const char* type) {
        throw Error("dap.argument",
                    sentence("The argument `{name}` must be {type}.", {{"name", name}, {"type", type}}));
    }
    std::string text(const char* name, const std::string& otherwise = {}) const {
        const Json& value = member(name);
        if (value.is_null()) return otherwise;
        if (!value.is_string()) refuse(name, "a string");
        return value.get<std::string>();
    }
    std::int64_t whole(const char* name, std::int64_t otherwise = 0) const {
        const Json& value = member(name);
        if (value.is_null()) return otherwise;
        if (!value.is_number_integer()) refuse(name, "an integer");
        return value.get<std::int64_t>();
    }
    bool flag(const char* name, bool otherwise) const {
        const Json& value = member(name);
        if (value.is_null()) return otherwise;
        if (!value.is_boolean()) refuse(name, "true or false");
        return value.get<bool>();
    }
    std::vector<Arguments> list(const char* name) const {
        const Json& value = member(name);
        if (!value.is_null() && !value.is_array()) refuse(name, "a list");
        std::vector<Arguments> all;
        for (const Json& each : value) all.push_back({each});
        return all;
    }
};

DapServer::~DapServer() = default;

bool DapServer::handle(const Json& message) {
    using Answer = std::function<Json(const Arguments&)>;
    using Step = protocol::DebugStep;
    const auto of = [this](Json (DapServer::*answer)(const Arguments&)) -> Answer {
        return [this, answer](const Arguments& in) { return (this->*answer)(in); };
    };
    const auto moves = [this](Step step, bool is_backward = false) -> Answer {
        return [this, step, is_backward](const Arguments& in) { return moved(in, step, is_backward); };
    };
    static const std::map<std::string, Step> forward{
        {"next", Step::over}, {"stepIn", Step::into}, {"stepOut", Step::out}, {"continue", Step::run}};
    const std::map<std::string, Answer> known{
        {"initialize", of(&DapServer::initialize)},
        {"launch", of(&DapServer::launch)},
        {"attach", of(&DapServer::launch)},
        {"setBreakpoints", of(&DapServer::set_breakpoints)},
        {"setFunctionBreakpoints",
         [](const Arguments&) {
             return Json{{"breakpoints", Json::array()}};
         }},
        {"setExceptionBreakpoints", of(&DapServer::set_exception_breakpoints)},
        {"dataBreakpointInfo", of(&DapServer::data_breakpoint_info)},
        {"setDataBreakpoints", of(&DapServer::set_data_breakpoints)},
        {"configurationDone", of(&DapServer::configuration_done)},
        {"threads", of(&DapServer::threads)},
        {"stackTrace", of(&DapServer::stack_trace)},
        {"scopes", of(&DapServer::scopes)},
        {"variables", of(&DapServer::variables)},
        {"evaluate", of(&DapServer::evaluate)},
        {"source", of(&DapServer::source)},
        {"exceptionInfo", of(&DapServer::exception_info)},
        {"warploom/lane", of(&DapServer::set_lane)},
        {"pause", of(&DapServer::nothing)},
        {"stepBack", moves(Step::over, true)},
        {"reverseContinue", moves(Step::run, true)},
        {"disconnect", of(&DapServer::nothing)},
        {"terminate", of(&DapServer::nothing)},
    };
    const Arguments in{message};
    Json response{{"type", "response"}, {"seq", 0}, {"success", true}};
    std::string command;
    std::function<void()> afterward; // events that follow the response
    try {
        response["request_seq"] = in.whole("seq");
        command = in.text("command");
        response["command"] = command;
        if (in.text("type") != "request" || command.empty())
            throw Error("dap.message", sentence("The message is not a request of the Debug Adapter Protocol."));
        const auto step = forward.find(command);
        const auto answer = known.find(command);
        if (step == forward.end() && answer == known.end())
            throw Error("dap.command", sentence("The request `{command}` is not supported.", {{"command", command}}));
        const Arguments arguments{in.member("arguments")};
        Json body = step != forward.end() ? moved(arguments, step->second, false) : answer->second(arguments);
        if (!body.empty()) response["body"] = std::move(body);
        if (command == "initialize") afterward = [this] { send_event("initialized", Json::object()); };
        const bool has_moved = step != forward.end() || command == "stepBack" || command == "reverseContinue";
        if (has_moved) afterward = [this] { stop_at(stop_); };
        if (command == "pause") afterward = [this] { stop_at(stop_, "pause"); };
        if (command == "configurationDone" && debugger_ != nullptr) afterward = [this] { stop_at(stop_); };
        if (command == "terminate") afterward = [this] { send_event("terminated", Json::object()); };
    } catch (const Error& error) {
        response["success"] = false;
        response["message"] = error.what();
        const std::string text =
            error.hint().empty() ? std::string(error.what()) : std::string(error.what()) + " " + error.hint();
        response["body"] = {
            {"error", {{"id", 1}, {"format", "{text}"}, {"variables", {{"text", text}}}, {"showUser", true}}}};
    }
    if (!response.contains("command")) response["command"] = command;
    if (!response.contains("request_seq")) response["request_seq"] = 0;
    response["seq"] = ++sequence_;
    send_(response);
    if (afterward) afterward();
    is_over_ = is_over_ || command == "disconnect";
    return !is_over_;
}

void DapServer::send_event(const std::string& name, Json body) {
    Json event{{"type", "event"}, {"seq", ++sequence_}, {"event", name}};
    if (!body.empty()) event["body"] = std::move(body);
    send_(event);
}

/// Tells the editor where the debugger stands.
void DapServer::stop_at(const DebugStop& stop, const char* reason) {
    using Reason = protocol::DebugReason;
    containers_.clear();
    frames_.clear();
    Json body{{"threadId", stop.warp + 1}, {"allThreadsStopped", true}};
    switch (stop.reason) {
    case Reason::breakpoint: body["reason"] = "breakpoint"; break;
    case Reason::watchpoint: body["reason"] = "data breakpoint"; break;
    case Reason::finding: body["reason"] = "exception"; break;
    case Reason::start: body["reason"] = "entry"; break;
    default: body["reason"] = "step"; break;
    }
    if (reason != nullptr) body["reason"] = reason;
    if (stop.reason == Reason::end) body["description"] = sentence("The block has ended. You can step backward.");
    if (!stop.note.empty()) body["text"] = stop.note;
    send_event("stopped", std::move(body));
}

Debugger& DapServer::debugger() const {
    if (debugger_ != nullptr) return *debugger_;
    throw Error("dap.launch", sentence("No kernel is being debugged."), sentence("Send `launch` first."));
}

Json DapServer::initialize(const Arguments&) {
    return {{"supportsConfigurationDoneRequest", true},
            {"supportsConditionalBreakpoints", true},
            {"supportsHitConditionalBreakpoints", true},
            {"supportsEvaluateForHovers", true},
            {"supportsStepBack", true},
            {"supportsDataBreakpoints", true},
            {"supportsExceptionInfoRequest", true},
            {"supportsTerminateRequest", true},
            {"supportsDelayedStackTraceLoading", true},
            {"exceptionBreakpointFilters",
             {{{"filter", "findings"},
               {"label", "Findings"},
               {"description", "Races, accesses out of bounds, uninitialized values and other errors that the "
                               "simulated GPU detects"},
               {"default", true}}}}};
}

Json DapServer::launch(const Arguments& in) {
    DebugSettings settings;
    settings.kernel = in.text("program");
    if (settings.kernel.empty())
        throw Error("dap.argument", sentence("The launch configuration has no `program`."),
                    sentence("Enter the path of a .cu file with a function `run`."));
    program_path_ = settings.kernel;
    settings.card = simulated::find_card(in.text("card", "h200"));
    const std::string precision = in.text("precision", "double");
    if (precision != "float" && precision != "double") Arguments::refuse("precision", "float or double");
    settings.precision = precision == "float" ? Precision::float32 : Precision::float64;
    settings.block = static_cast<int>(in.whole("block", settings.block));
    settings.launch = static_cast<int>(in.whole("launch"));
    settings.block_index = in.whole("blockIndex");
    settings.lane_order_seed = static_cast<std::uint64_t>(in.whole("seed"));
    lane_ = static_cast<int>(std::clamp<std::int64_t>(in.whole("lane"), 0, 31));
    stops_on_entry_ = in.flag("stopOnEntry", true);
    const auto program = kernels::translated(settings.kernel, kernels::text_of_kernel(settings.kernel));
    settings.operation = kernels::operation_of(*program);
    if (const std::string operation = in.text("operation"); !operation.empty()) {
        const auto named = kernels::operation_from(operation);
        if (!named) Arguments::refuse("operation", "spmv, tridiagonal, ata, trsv or ilu");
        settings.operation = *named;
    }
    const char* const usual = settings.operation == Operation::tridiagonal ? "tridiagonal:n=64,kind=1"
                              : settings.operation == Operation::ata       ? "dense:rows=20,cols=12"
                                                                           : "laplace2d:n=8";
    settings.input.name = in.text("matrix", usual);
    settings.input.x = in.text("x");
    debugger_ = std::make_unique<Debugger>(inputs_, settings, Progress{});
    stop_ = debugger_->start();
    const protocol::DebugSession& session = debugger_->session();
    std::string report;
    for (const protocol::DebugFinding& finding : session.findings) report += finding.sentence + "\n";
    if (!report.empty()) send_event("output", {{"category", "important"}, {"output", report}});
    return Json::object();
}

Json DapServer::configuration_done(const Arguments&) {
    if (debugger_ == nullptr || stops_on_entry_) return Json::object();
    DebugMove move;
    move.position = stop_.position;
    move.step = protocol::DebugStep::run;
    move.breakpoints = breakpoints_;
    move.watchpoints = watchpoints_;
    move.stops_at_findings = stops_at_findings_;
    stop_ = debugger_->move(move);
    return Json::object();
}

/// Returns the first line from `line` on that has code; 0 if there is none.
int DapServer::next_code_line(int line) const {
    int found = 0;
    if (debugger_ == nullptr) return line;
    for (const simt::Where& where : debugger_->recording().code().places)
        if (where.place.header == 0 && where.place.line >= line && (found == 0 || where.place.line < found))
            found = where.place.line;
    return found;
}

Json DapServer::set_breakpoints(const Arguments& in) {
    const Arguments source{in.member("source")};
    const std::string path = source.text("path", source.text("name"));
    const bool is_kernel = program_path_.empty() || is_path_of(path, program_path_);
    if (is_kernel) breakpoints_.clear();
    Json all = Json::array();
    for (const Arguments& each : in.list("breakpoints")) {
        protocol::DebugBreakpoint breakpoint;
        breakpoint.line = static_cast<int>(each.whole("line"));
        breakpoint.condition = each.text("condition");
        if (const std::string hits = each.text("hitCondition"); !hits.empty())
            breakpoint.skips = std::max(0, std::atoi(hits.c_str()) - 1);
        Json answer{{"verified", false}, {"line", breakpoint.line}};
        const int line = next_code_line(breakpoint.line);
        if (!is_kernel) {
            answer["message"] = sentence("Breakpoints are possible in the kernel's file.");
        } else if (line == 0) {
            answer["message"] = sentence("The recorded kernel has no code from this line on.");
        } else {
            try {
                if (!breakpoint.condition.empty()) simt::Watch check(breakpoint.condition);
                breakpoint.line = line;
                breakpoints_.push_back(breakpoint);
                answer["verified"] = true;
                answer["line"] = line;
            } catch (const Error& error) { answer["message"] = error.what(); }
        }
        all.push_back(std::move(answer));
    }
    return {{"breakpoints", std::move(all)}};
}

Json DapServer::set_exception_breakpoints(const Arguments& in) {
    stops_at_findings_ = false;
    for (const Json& filter : in.member("filters")) stops_at_findings_ = stops_at_findings_ || filter == "findings";
    return Json::object();
}

Json DapServer::data_breakpoint_info(const Arguments& in) {
    std::string name = in.text("name");
    const auto reference = static_cast<std::size_t>(in.whole("variablesReference"));
    if (reference > 0 && reference <= containers_.size() &&
        containers_[reference - 1].what == Container::What::elements && name.find('[') == 0)
        name = containers_[reference - 1].name + name;
    const std::size_t bracket = name.find('[');
    if (bracket == std::string::npos || name.back() != ']')
        return {{"dataId", nullptr}, {"description", sentence("Only elements of arrays can be watched.")}};
    return {{"dataId", name}, {"description", name}, {"accessTypes", {"write"}}};
}

Json DapServer::set_data_breakpoints(const Arguments& in) {
    watchpoints_.clear();
    Json all = Json::array();
    for (const Arguments& each : in.list("breakpoints")) {
        const std::string name = each.text("dataId");
        const std::size_t bracket = name.find('[');
        const bool is_element = bracket != std::string::npos;
        Json answer{{"verified", is_element}};
        if (is_element) watchpoints_.push_back({name.substr(0, bracket), std::atoll(name.c_str() + bracket + 1)});
        all.push_back(std::move(answer));
    }
    return {{"breakpoints", std::move(all)}};
}

Json DapServer::threads(const Arguments&) {
    Json all = Json::array();
    const int warps = debugger_ == nullptr ? 1 : debugger_->recording().warps();
    for (int warp = 0; warp < warps; ++warp)
        all.push_back({{"id", warp + 1}, {"name", sentence("Warp {warp}", {{"warp", warp}})}});
    return {{"threads", std::move(all)}};
}

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

Json DapServer::stack_trace(const Arguments& in) {
    const int warp = warp_of(in);
    const protocol::DebugState state = debugger().state(at(warp));
    Json all = Json::array();
    std::size_t number = 0;
    for (const protocol::DebugFrame& frame : state.frames) {
        frames_.push_back({warp, number++});
        all.push_back({{"id", frames_.size()},
                       {"name", frame.function},
                       {"source", source_of(frame.file)},
                       {"line", frame.line},
                       {"column", 1}});
    }
    return {{"stackFrames", all}, {"totalFrames", all.size()}};
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
                    {"variablesReference", container({what, frame.frame, {}, 0, {}})},
                    {"expensive", is_expensive}};
    };
    return {{"scopes",
             {scope(sentence("Lane {lane}", {{"lane", lane_}}), Container::What::lane),
              scope(sentence("Warp {warp}", {{"warp", frame.warp}}), Container::What::warp),
              scope(sentence("Arrays"), Container::What::arrays), scope(sentence("Launch"), Container::What::launch)}}};
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
        shown["variablesReference"] = container({Container::What::origin, frame, variable.name, 0, asked});
    }
    return shown;
}

/// Shows a variable of all lanes, whose values unfold.
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
            {"variablesReference", container({Container::What::lanes_of_variable, frame, variable.name, 0, {}})}};
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
    case What::arrays:
        for (const protocol::DebugArray& array : debugger().session().arrays)
            all.push_back({{"name", array.name},
                           {"value", array.type + "[" + std::to_string(array.elements) + "]"},
                           {"type", array.is_shared ? "__shared__ " + array.type : array.type},
                           {"indexedVariables", array.elements},
                           {"variablesReference", container({What::elements, 0, array.name, 0, {}})}});
        break;
    case What::elements: {
        const auto texts = debugger().elements(of.name, of.first, elements_at_once, stop_.position);
        for (std::size_t n = 0; n < texts.size(); ++n) {
            protocol::DebugValue element;
            element.is_element = true;
            element.element = of.first + static_cast<std::int64_t>(n);
            element.name = of.name + "[" + std::to_string(element.element) + "]";
            element.position = stop_.position;
            all.push_back({{"name", "[" + std::to_string(element.element) + "]"},
                           {"value", texts[n]},
                           {"evaluateName", element.name},
                           {"variablesReference", container({What::origin, 0, element.name, 0, element})}});
        }
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
        const protocol::DebugOrigin origin = debugger().why(of.value);
        plain(sentence("why"), origin.sentence);
        for (const protocol::DebugValue& input : origin.inputs)
            all.push_back({{"name", input.name},
                           {"value", input.text},
                           {"variablesReference", container({What::origin, 0, input.name, 0, input})}});
        break;
    }
    }
    return all;
}

Json DapServer::variables(const Arguments& in) {
    const std::int64_t reference = in.whole("variablesReference");
    if (reference < 1 || reference > static_cast<std::int64_t>(containers_.size()))
        throw Error("dap.argument", sentence("There are no variables {number}.", {{"number", reference}}),
                    sentence("References are valid until the next step."));
    Container of = containers_[static_cast<std::size_t>(reference) - 1];
    of.first = std::max<std::int64_t>(0, in.whole("start"));
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
        const int lane = std::atoi(text.c_str() + 5);
        if (lane < 0 || lane > 31)
            throw Error("dap.argument", sentence("There is no lane {lane}.", {{"lane", lane}}),
                        sentence("Lanes are numbered from 0 to 31."));
        lane_ = lane;
        send_event("invalidated", {{"areas", {"variables"}}});
        return {{"result", sentence("Lane {lane} is shown.", {{"lane", lane}})}, {"variablesReference", 0}};
    }
    const protocol::DebugState state = debugger().state(at(stop_.warp), {text}, frame);
    const protocol::DebugVariable& watch = state.watches.front();
    const bool has_values =
        std::any_of(watch.values.begin(), watch.values.end(), [](const std::string& value) { return !value.empty(); });
    if (!has_values && !watch.problem.empty()) throw Error("debug.watch", watch.problem);
    Json shown = lanes_summary(watch, frame);
    const std::string& mine = watch.values[static_cast<std::size_t>(lane_)];
    return {{"result", mine.empty() ? shown["value"].get<std::string>() : mine},
            {"type", watch.type},
            {"indexedVariables", watch.values.size()},
            {"variablesReference", shown["variablesReference"]}};
}

Json DapServer::source(const Arguments& in) {
    std::int64_t reference = in.whole("sourceReference");
    if (reference == 0) reference = Arguments{in.member("source")}.whole("sourceReference");
    const auto& sources = debugger().session().sources;
    if (reference < 1 || reference > static_cast<std::int64_t>(sources.size()))
        throw Error("dap.argument", sentence("There is no source {number}.", {{"number", reference}}));
    std::string text;
    for (const std::string& line : sources[static_cast<std::size_t>(reference) - 1].lines) text += line + "\n";
    return {{"content", text}};
}

Json DapServer::exception_info(const Arguments&) {
    return {{"exceptionId", "finding"}, {"description", stop_.note}, {"breakMode", "always"}};
}

Json DapServer::set_lane(const Arguments& in) {
    const std::int64_t lane = in.whole("lane");
    if (lane < 0 || lane > 31)
        throw Error("dap.argument", sentence("There is no lane {lane}.", {{"lane", lane}}),
                    sentence("Lanes are numbered from 0 to 31."));
    lane_ = static_cast<int>(lane);
    return Json::object();
}

Json DapServer::moved(const Arguments& in, protocol::DebugStep step, bool is_backward) {
    DebugMove move;
    move.position = stop_.position;
    move.warp = warp_of(in);
    move.step = step;
    move.is_backward = is_backward;
    move.breakpoints = breakpoints_;
    move.watchpoints = watchpoints_;
    move.stops_at_findings = stops_at_findings_;
    stop_ = debugger().move(move);
    return step == protocol::DebugStep::run && !is_backward ? Json{{"allThreadsContinued", true}} : Json::object();
}

} // namespace warploom::app
