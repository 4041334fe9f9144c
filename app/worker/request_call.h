#pragma once

#include "app/problem/run_result.h"
#include "app/worker/requests.h"
#include "engine/protocol/framing/request.h"
#include "engine/protocol/messages/requests.h"

#include <chrono>
#include <string>

namespace warploom::app {

/// Reads a card from a request. The request contains an ID, the path of a card file, or a complete card that was edited
/// but not saved.
simulated::Card card_of(const protocol::Reader& in);

/// A request in progress, and the function that sends its events.
struct RequestHandler::Call {
    const Json& request;
    const Json& id;
    const SendEvent& send;
    const std::atomic<bool>& cancelled;

    /// Returns a Progress object that sends progress events for a stage, at most one event every 50 ms.
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

    /// Returns the card in the request's field `card`. Errors: "protocol.field" if the field is missing; any error from
    /// card_of.
    simulated::Card card() const {
        const protocol::Reader in(request, protocol::request_source());
        return card_of(in.member("card"));
    }
};

} // namespace warploom::app
