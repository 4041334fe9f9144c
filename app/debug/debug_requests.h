#pragma once

#include "app/debug/debugger.h"
#include "engine/protocol/serialization/json.h"
#include "engine/simulated/card.h"

#include <memory>
#include <string>

namespace warploom::app {

/// Answers the debugger requests of the protocol (engine/protocol/messages/debug.h). Stores at most one recording.
/// Errors of all requests: "protocol.field"; any error from Debugger.
class DebugRequests {
public:
    explicit DebugRequests(Inputs& inputs) : inputs_(inputs) {}

    /// Records a block. Discards the previous recording first, because there may not be enough memory for both.
    Json open(const Json& request, const simulated::Card& card, const Progress& progress);
    /// Answers `debug_state`, `debug_step`, `debug_why` or `debug_close`. Errors: "debug.closed" if no block is
    /// recorded.
    Json answer(const std::string& name, const Json& request);

private:
    Inputs& inputs_;
    std::unique_ptr<Debugger> debugger_;
};

} // namespace warploom::app
