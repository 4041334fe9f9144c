#include "app/dap/dap_server.h"

#include "engine/error.h"
#include "engine/sentence.h"
#include "engine/simt/recording/watch.h"
#include "engine/simulated/card.h"
#include "kernels/sources/names.h"
#include "kernels/sources/text_of_kernel.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <iterator>
#include <optional>
#include <set>

namespace warploom::app {

namespace {

bool is_path_of(const std::string& path, const std::string& other) {
    std::error_code failed;
    return path == other || std::filesystem::equivalent(path, other, failed);
}

constexpr const char *race_filter = "race", *bounds_filter = "bounds", *unset_filter = "unset", *other_filter = "other";

/// Returns the ID of the exception filter for a kind of finding.
const char* filter_of(const std::string& kind) {
    if (kind.ends_with("-race") || kind == "missing-syncwarp") return race_filter;
    if (kind == "out-of-bounds" || kind == "input-write") return bounds_filter;
    if (kind.starts_with("unwritten-") || kind == "unset-value") return unset_filter;
    return other_filter;
}

Json exception_filter(const char* filter, const std::string& label, const std::string& description) {
    return {{"filter", filter}, {"label", label}, {"description", description}, {"default", true}};
}

} // namespace

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
    std::function<void()> afterward; // sends the events that must be sent after the response
    const auto fail = [&](const std::string& text, const std::string& summary) {
        response["success"] = false;
        response["message"] = summary;
        response["body"] = {
            {"error", {{"id", 1}, {"format", "{text}"}, {"variables", {{"text", text}}}, {"showUser", true}}}};
    };
    try {
        response["request_seq"] = in.number("seq");
        command = in.text("command");
        response["command"] = command;
        if (in.text("type") != "request" || command.empty())
            throw Error("dap.message", sentence("The message is not a request of the Debug Adapter Protocol."));
        const auto step = forward.find(command);
        const auto answer = known.find(command);
        if (step == forward.end() && answer == known.end())
            throw Error("dap.command", sentence("The request `{command}` is not supported.", {{"command", command}}));
        const Arguments arguments = in.object("arguments");
        Json body = step != forward.end() ? moved(arguments, step->second, false) : answer->second(arguments);
        if (!body.empty()) response["body"] = std::move(body);
        // Request the breakpoints only after the launch request, because they cannot be verified before the kernel is
        // known.
        if (command == "launch" || command == "attach")
            afterward = [this] { send_event("initialized", Json::object()); };
        const bool has_moved = step != forward.end() || command == "stepBack" || command == "reverseContinue";
        if (has_moved) afterward = [this] { stop_at(stop_); };
        if (command == "pause") afterward = [this] { stop_at(stop_, "pause"); };
        if (command == "configurationDone" && debugger_ != nullptr) afterward = [this] { stop_at(stop_); };
        if (command == "terminate") afterward = [this] { send_event("terminated", Json::object()); };
    } catch (const Error& error) {
        fail(error.hint().empty() ? std::string(error.what()) : std::string(error.what()) + " " + error.hint(),
             error.what());
    } catch (const std::exception& failure) { // thrown, for example, if the recording does not fit in memory
        const std::string text = sentence("The command failed: {reason}.", {{"reason", failure.what()}});
        fail(text, text);
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

/// Notifies the editor of the position where execution stopped.
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
    if (stop.reason == Reason::start) body["description"] = sentence("The block starts here. You can step forward.");
    if (!stop.note.empty()) body["text"] = stop.note;
    send_event("stopped", std::move(body));
}

Debugger& DapServer::debugger() const {
    if (debugger_ != nullptr) return *debugger_;
    throw Error("dap.launch", sentence("No kernel is being debugged."), sentence("Send `launch` first."));
}

Json DapServer::initialize(const Arguments& in) {
    lines_before_first_ = in.flag("linesStartAt1", true) ? 0 : 1;
    columns_before_first_ = in.flag("columnsStartAt1", true) ? 0 : 1;
    shows_invalidation_ = in.flag("supportsInvalidatedEvent", false);
    return {
        {"supportsConfigurationDoneRequest", true},
        {"supportsConditionalBreakpoints", true},
        {"supportsHitConditionalBreakpoints", true},
        {"supportsEvaluateForHovers", true},
        {"supportsStepBack", true},
        {"supportsDataBreakpoints", true},
        {"supportsExceptionInfoRequest", true},
        {"supportsTerminateRequest", true},
        {"supportsDelayedStackTraceLoading", true},
        {"exceptionBreakpointFilters",
         {exception_filter(race_filter, sentence("Races"),
                           sentence("Accesses of two threads without synchronization between them")),
          exception_filter(bounds_filter, sentence("Invalid accesses"),
                           sentence("Accesses outside of an array, and writes to read-only arrays")),
          exception_filter(unset_filter, sentence("Uninitialized values"),
                           sentence("Reads of variables and elements that no thread has written")),
          exception_filter(other_filter, sentence("Other findings"),
                           sentence("Wrong barriers and shuffles, overflows, endless loops and failed assertions"))}}};
}

Json DapServer::launch(const Arguments& in) {
    DebugSettings settings;
    settings.kernel = in.text("program");
    if (settings.kernel.empty())
        throw Error("dap.argument", sentence("The launch configuration has no `program`."),
                    sentence("Enter the path of a .cu file with a function `run`."));
    if (pasted_ != nullptr && pasted_->proposal()) { // the proposed lines would replace the current text of the file
        debugger_.reset();
        pasted_.reset();
    }
    auto pasted = std::make_unique<const PastedSource>(settings.kernel);
    if (const auto& proposal = pasted->proposal(); proposal && !proposal->is_aligned)
        throw Error("dap.launch", sentence("The file has no function `run`."),
                    sentence("Write one, or save the output of `warploom-engine check --propose`."));
    settings.card = simulated::find_card(in.text("card", "h200"));
    const std::string precision = in.text("precision", "double");
    if (precision != "float" && precision != "double") MessageArguments::refuse("precision", "float or double");
    settings.precision = precision == "float" ? Precision::float32 : Precision::float64;
    settings.block = in.number("block", settings.block);
    settings.launch = in.number("launch");
    settings.block_index = in.whole("blockIndex");
    settings.lane_order_seed = static_cast<std::uint64_t>(in.whole("seed"));
    set_lane(in);
    stops_on_entry_ = in.flag("stopOnEntry", true);
    const auto program = kernels::translated(settings.kernel, kernels::text_of_kernel(settings.kernel));
    settings.operation = kernels::operation_of(*program);
    if (const std::string operation = in.text("operation"); !operation.empty()) {
        const auto named = kernels::operation_from(operation);
        if (!named) MessageArguments::refuse("operation", "spmv, tridiagonal, ata, trsv, ilu or free");
        settings.operation = *named;
    }
    const char* const usual = settings.operation == Operation::tridiagonal ? "tridiagonal:n=64,kind=1"
                              : settings.operation == Operation::ata       ? "dense:rows=20,cols=12"
                              : settings.operation == Operation::free      ? ""
                                                                           : "laplace2d:n=8";
    settings.input.name = in.text("matrix", usual);
    settings.input.x = in.text("x");
    // If recording fails, the previous debugger is kept.
    debugger_ = std::make_unique<Debugger>(inputs_, settings, Progress{});
    pasted_ = std::move(pasted);
    program_path_ = settings.kernel;
    stop_ = debugger_->start();
    for (protocol::DebugBreakpoint& breakpoint : breakpoints_) // these were set before the kernel was known
        if (const int line = debugger_->next_code_line(breakpoint.line); line != 0) breakpoint.line = line;
    const protocol::DebugSession& session = debugger_->session();
    std::string report;
    if (pasted_->proposal())
        report =
            sentence("The file has no function `run`, so it is debugged with proposed lines. `warploom-engine check "
                     "--propose` prints them.") +
            "\n";
    for (const protocol::DebugFinding& finding : session.findings) report += finding.sentence + "\n";
    if (!report.empty()) send_event("output", {{"category", "important"}, {"output", report}});
    return Json::object();
}

Json DapServer::configuration_done(const Arguments&) {
    if (debugger_ == nullptr || stops_on_entry_) return Json::object();
    move_to_stop(stop_.warp, protocol::DebugStep::run, false);
    return Json::object();
}

Json DapServer::set_breakpoints(const Arguments& in) {
    const Arguments source = in.object("source");
    const std::string path = source.text("path", source.text("name"));
    const bool is_kernel = program_path_.empty() || is_path_of(path, program_path_);
    if (is_kernel) breakpoints_.clear();
    Json all = Json::array();
    for (const Arguments& each : in.list("breakpoints")) {
        protocol::DebugBreakpoint breakpoint;
        breakpoint.line = each.number("line") + lines_before_first_;
        breakpoint.condition = each.text("condition");
        if (const std::string hits = each.text("hitCondition"); !hits.empty())
            breakpoint.skips = std::max(0, std::atoi(hits.c_str()) - 1);
        Json answer{{"verified", false}, {"line", breakpoint.line - lines_before_first_}};
        const int line = debugger_ == nullptr ? breakpoint.line : debugger_->next_code_line(breakpoint.line);
        if (!is_kernel) {
            answer["message"] = sentence("Breakpoints can be set only in the file of the kernel.");
        } else if (line == 0) {
            answer["message"] = sentence("The recorded kernel has no code on this line or below it.");
        } else {
            try {
                if (!breakpoint.condition.empty()) simt::Watch check(breakpoint.condition);
                breakpoint.line = line;
                breakpoints_.push_back(breakpoint);
                answer["verified"] = true;
                answer["line"] = line - lines_before_first_;
            } catch (const Error& error) { answer["message"] = error.what(); }
        }
        all.push_back(std::move(answer));
    }
    return {{"breakpoints", std::move(all)}};
}

Json DapServer::set_exception_breakpoints(const Arguments& in) {
    std::set<std::string> filters;
    for (const Arguments& filter : in.list("filters")) {
        if (!filter.json.is_string()) Arguments::refuse("filters", "a list of strings");
        filters.insert(filter.json.get<std::string>());
    }
    exception_filters_ = std::move(filters);
    return Json::object();
}

/// Parses an array element such as `y[12]`. Returns std::nullopt for any other text and for elements that do not exist
/// in the kernel's arrays.
std::optional<protocol::DebugWatchpoint> DapServer::element_named(const std::string& name) const {
    const std::size_t bracket = name.find('[');
    if (debugger_ == nullptr || bracket == std::string::npos || name.back() != ']') return std::nullopt;
    const std::string index = name.substr(bracket + 1, name.size() - bracket - 2);
    if (index.empty() || index.size() > 18 || index.find_first_not_of("0123456789") != std::string::npos)
        return std::nullopt;
    protocol::DebugWatchpoint element;
    element.array = name.substr(0, bracket);
    element.element = std::stoll(index);
    for (const protocol::DebugArray& array : debugger_->session().arrays)
        if (array.name == element.array && element.element < array.elements) return element;
    return std::nullopt;
}

Json DapServer::data_breakpoint_info(const Arguments& in) {
    std::string name = in.text("name");
    const std::int64_t reference = in.whole("variablesReference");
    if (reference > 0 && reference <= static_cast<std::int64_t>(containers_.size()) && name.find('[') == 0)
        if (const Container& of = containers_[static_cast<std::size_t>(reference) - 1];
            of.what == Container::What::elements)
            name = of.name + name;
    if (!element_named(name))
        return {{"dataId", nullptr}, {"description", sentence("Only elements of arrays can be watched.")}};
    return {{"dataId", name}, {"description", name}, {"accessTypes", {"write"}}};
}

Json DapServer::set_data_breakpoints(const Arguments& in) {
    watchpoints_.clear();
    Json all = Json::array();
    for (const Arguments& each : in.list("breakpoints")) {
        const std::string name = each.text("dataId");
        const auto element = element_named(name);
        Json answer{{"verified", element.has_value()}};
        if (element) watchpoints_.push_back(*element);
        else answer["message"] = sentence("The kernel has no element `{name}`.", {{"name", name}});
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

Json DapServer::source(const Arguments& in) {
    std::int64_t reference = in.whole("sourceReference");
    if (reference == 0) reference = in.object("source").whole("sourceReference");
    const auto& sources = debugger().session().sources;
    if (reference < 1 || reference > static_cast<std::int64_t>(sources.size()))
        throw Error("dap.argument", sentence("There is no source {number}.", {{"number", reference}}));
    std::string text;
    for (const std::string& line : sources[static_cast<std::size_t>(reference) - 1].lines) text += line + "\n";
    return {{"content", text}};
}

Json DapServer::exception_info(const Arguments&) {
    return {{"exceptionId", kind_of_finding(stop_.note)}, {"description", stop_.note}, {"breakMode", "always"}};
}

Json DapServer::set_lane(const Arguments& in) {
    const std::int64_t lane = in.whole("lane");
    if (lane < 0 || lane >= simt::lanes_of_a_warp)
        throw Error("dap.argument", sentence("There is no lane {lane}.", {{"lane", lane}}),
                    sentence("Lanes are numbered from 0 to 31."));
    lane_ = static_cast<int>(lane);
    return Json::object();
}

/// Returns the kind of a finding, such as "shared-race". `note` is the message of the finding.
std::string DapServer::kind_of_finding(const std::string& note) const {
    for (const protocol::DebugFinding& finding : debugger().session().findings)
        if (finding.sentence == note) return finding.kind;
    return "finding";
}

/// Moves to the next stop in either direction. Skips findings whose exception filter is not enabled in the editor.
void DapServer::move_to_stop(int warp, protocol::DebugStep step, bool is_backward) {
    DebugMove move;
    move.position = stop_.position;
    move.warp = warp;
    move.step = step;
    move.is_backward = is_backward;
    move.breakpoints = breakpoints_;
    move.watchpoints = watchpoints_;
    move.stops_at_findings = !exception_filters_.empty();
    DebugStop next = debugger().move(move);
    while (next.reason == protocol::DebugReason::finding &&
           exception_filters_.count(filter_of(kind_of_finding(next.note))) == 0) {
        move.position = next.position;
        next = debugger().move(move);
    }
    stop_ = next;
}

Json DapServer::moved(const Arguments& in, protocol::DebugStep step, bool is_backward) {
    move_to_stop(warp_of(in), step, is_backward);
    return step == protocol::DebugStep::run && !is_backward ? Json{{"allThreadsContinued", true}} : Json::object();
}

} // namespace warploom::app
