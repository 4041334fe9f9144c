#include "app/debug/debugger.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

struct DebugOpenRequest : KernelSettings {
    Operation operation = Operation::spmv;
    std::string matrix, x;
    int power = 0, row_power = 0, column_power = 0;
    int launch = 0;
    std::int64_t block_index = 0, lane_order_seed = 0;
    static const protocol::Fields<DebugOpenRequest>& fields();
};
WARPLOOM_FIELDS(DebugOpenRequest, {"The request `debug_open`",
                                   {{"operation", "", &Self::operation, ""},
                                    {"matrix", "", &Self::matrix, "", protocol::needed},
                                    {"kernel", "", &Self::kernel, "", protocol::needed},
                                    card_field<Self>(&Self::card),
                                    {"precision", "", &Self::precision, ""},
                                    {"block", "", &Self::block, "threads per block"},
                                    {"x", "", &Self::x, "x or the right-hand side, as in a test input"},
                                    {"power", "", &Self::power, "the values are scaled by this power of two",
                                     protocol::Rule{.least = -1100, .greatest = 1100}},
                                    {"row_power", "", &Self::row_power, "likewise, every seventh row",
                                     protocol::Rule{.least = -1100, .greatest = 1100}},
                                    {"column_power", "", &Self::column_power, "likewise, every seventh column",
                                     protocol::Rule{.least = -1100, .greatest = 1100}},
                                    {"launch", "", &Self::launch, ""},
                                    {"block_index", "", &Self::block_index, ""},
                                    {"lane_order_seed", "", &Self::lane_order_seed,
                                     "seed for the order in which warps execute; 0 for ascending order"}}})

struct DebugStateRequest {
    std::int64_t position = 0;
    int warp = 0;
    std::int64_t frame = 0;
    std::vector<std::string> watches;
    static const protocol::Fields<DebugStateRequest>& fields();
};
WARPLOOM_FIELDS(DebugStateRequest,
                {"The request `debug_state`",
                 {{"position", "", &Self::position, "", protocol::count},
                  {"warp", "", &Self::warp, "", protocol::count},
                  {"frame", "", &Self::frame, "function, counted from the innermost one", protocol::count},
                  {"watches", "", &Self::watches, "expressions to evaluate"}}})

struct DebugStepRequest : DebugStateRequest {
    protocol::DebugStep step = protocol::DebugStep::over;
    bool is_backward = false, stops_at_findings = false;
    int to_line = 0;
    std::vector<protocol::DebugBreakpoint> breakpoints;
    std::vector<protocol::DebugWatchpoint> watchpoints;
    static const protocol::Fields<DebugStepRequest>& fields();
};
WARPLOOM_FIELDS(DebugStepRequest, protocol::Fields<Self>{"The request `debug_step`",
                                                         {{"step", "", &Self::step, "", protocol::needed},
                                                          {"is_backward", "", &Self::is_backward, ""},
                                                          {"stops_at_findings", "", &Self::stops_at_findings, ""},
                                                          {"to_line", "", &Self::to_line, "", protocol::count},
                                                          {"breakpoints", "", &Self::breakpoints, ""},
                                                          {"watchpoints", "", &Self::watchpoints, ""}}}
                                      .with(DebugStateRequest::fields()))

struct DebugWhyRequest {
    protocol::DebugValue value;
    static const protocol::Fields<DebugWhyRequest>& fields();
};
WARPLOOM_FIELDS(DebugWhyRequest, {"The request `debug_why`", {{"value", "", &Self::value, "", protocol::needed}}})

} // namespace

Debugger& RequestHandler::open_debugger() const {
    if (debugger_ != nullptr) return *debugger_;
    throw Error("debug.closed", sentence("No block is recorded."), sentence("Send `debug_open` first."));
}

Json RequestHandler::debug_open(const Call& call) {
    const auto request = protocol::read_request<DebugOpenRequest>(call.request);
    debugger_.reset(); // its memory is needed for the new recording
    DebugSettings settings;
    static_cast<KernelSettings&>(settings) = request;
    settings.operation = request.operation;
    settings.input.name = request.matrix;
    settings.input.x = request.x;
    settings.input.power = request.power;
    settings.input.row_power = request.row_power;
    settings.input.column_power = request.column_power;
    settings.launch = request.launch;
    settings.block_index = request.block_index;
    settings.lane_order_seed = static_cast<std::uint64_t>(request.lane_order_seed);
    debugger_ = std::make_unique<Debugger>(inputs_, settings, call.progress("recording", request.kernel));
    return protocol::write(debugger_->session());
}

Json RequestHandler::debug_state(const Call& call) {
    const auto request = protocol::read_request<DebugStateRequest>(call.request);
    return protocol::write(open_debugger().state({request.position, request.warp, {}, {}}, request.watches,
                                                 static_cast<std::size_t>(request.frame)));
}

Json RequestHandler::debug_step(const Call& call) {
    const auto request = protocol::read_request<DebugStepRequest>(call.request);
    Debugger& debugger = open_debugger();
    DebugMove move;
    move.position = request.position;
    move.warp = request.warp;
    move.step = request.step;
    move.is_backward = request.is_backward;
    move.to_line = request.to_line;
    move.breakpoints = request.breakpoints;
    move.watchpoints = request.watchpoints;
    move.stops_at_findings = request.stops_at_findings;
    return protocol::write(debugger.state(debugger.move(move), request.watches));
}

Json RequestHandler::debug_why(const Call& call) {
    return protocol::write(open_debugger().why(protocol::read_request<DebugWhyRequest>(call.request).value));
}

Json RequestHandler::debug_close(const Call&) {
    debugger_.reset();
    return Json::object();
}

} // namespace warploom::app
