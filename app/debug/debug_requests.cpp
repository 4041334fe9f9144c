#include "app/debug/debug_requests.h"

#include "engine/error.h"
#include "engine/protocol/framing/request.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

Json state(Debugger& debugger, const Json& json) {
    const auto request = protocol::read_request<protocol::DebugStateRequest>(json);
    return protocol::write(debugger.state({request.position, request.warp, {}, {}}, request.watches,
                                          static_cast<std::size_t>(request.frame)));
}

Json step(Debugger& debugger, const Json& json) {
    const auto request = protocol::read_request<protocol::DebugStepRequest>(json);
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

} // namespace

Json DebugRequests::open(const Json& json, const simulated::Card& card, const Progress& progress) {
    const auto request = protocol::read_request<protocol::DebugOpenRequest>(json);
    debugger_.reset();
    DebugSettings settings;
    settings.kernel = request.kernel;
    settings.card = card;
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
    debugger_ = std::make_unique<Debugger>(inputs_, settings, progress);
    return protocol::write(debugger_->session());
}

Json DebugRequests::answer(const std::string& name, const Json& request) {
    if (name == protocol::DebugCloseRequest::name) {
        debugger_.reset();
        return Json::object();
    }
    if (debugger_ == nullptr)
        throw Error("debug.closed", sentence("No block is recorded."), sentence("Send `debug_open` first."));
    if (name == protocol::DebugStateRequest::name) return state(*debugger_, request);
    if (name == protocol::DebugStepRequest::name) return step(*debugger_, request);
    return protocol::write(debugger_->why(protocol::read_request<protocol::DebugWhyRequest>(request).value));
}

} // namespace warploom::app
