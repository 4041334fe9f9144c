#include "app/debug/debugger.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

Debugger& RequestHandler::open_debugger() const {
    if (debugger_ != nullptr) return *debugger_;
    throw Error("debug.closed", sentence("No block is recorded."), sentence("Send `debug_open` first."));
}

Json RequestHandler::debug_open(const Call& call) {
    const auto request = protocol::read_request<protocol::DebugOpenRequest>(call.request);
    debugger_.reset(); // free the memory of the old recording before the new one needs it
    DebugSettings settings;
    settings.kernel = request.kernel;
    settings.card = call.card();
    settings.precision = request.precision;
    settings.block = request.block_size;
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
    const auto request = protocol::read_request<protocol::DebugStateRequest>(call.request);
    return protocol::write(open_debugger().state({request.position, request.warp, {}, {}}, request.watches,
                                                 static_cast<std::size_t>(request.frame)));
}

Json RequestHandler::debug_step(const Call& call) {
    const auto request = protocol::read_request<protocol::DebugStepRequest>(call.request);
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
    return protocol::write(open_debugger().why(protocol::read_request<protocol::DebugWhyRequest>(call.request).value));
}

Json RequestHandler::debug_close(const Call&) {
    debugger_.reset();
    return Json::object();
}

} // namespace warploom::app
