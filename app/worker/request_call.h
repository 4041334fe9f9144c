#pragma once

#include "app/problem/run_result.h"
#include "app/worker/requests.h"
#include "engine/protocol/framing/request.h"

#include <chrono>
#include <string>

namespace warploom::app {

/// A request in progress, with the function that sends its events.
struct RequestHandler::Call {
    const Json& request;
    const Json& id;
    const SendEvent& send;
    const std::atomic<bool>& cancelled;

    /// Returns a Progress object that sends progress events for a stage, at most one every 50 ms.
    Progress progress(const std::string& stage, const std::string& detail) const {
        send(protocol::progress_event(id, stage, detail));
        Progress progress{{}, &cancelled};
        progress.report = [this, stage, detail, last = std::chrono::steady_clock::now()](std::int64_t done,
                                                                                         std::int64_t total) mutable {
            const auto now = std::chrono::steady_clock::now();
            if (now - last < std::chrono::milliseconds(50)) return;
            last = now;
            send(protocol::progress_event(id, stage, detail, done, total));
        };
        return progress;
    }
};

/// Reads a card, which is specified by an ID, the path of a card file, or a complete object (an edited card that has
/// not been saved).
simulated::Card card_of(const protocol::Reader& in);

/// Returns the definition of the request field `card`. `rule` specifies whether the field is required.
template <class T>
protocol::Field<T> card_field(simulated::Card T::*card, const protocol::Rule& rule = protocol::needed) {
    return {"card",
            "",
            "an ID, a path, or a complete card",
            rule.is_needed,
            [](const T&) { return Json(); },
            [card](T& of, const protocol::Reader& in) { of.*card = card_of(in); }};
}

} // namespace warploom::app
