#pragma once

#include "app/problem/run_result.h"
#include "app/worker/requests.h"

#include <chrono>
#include <string>

namespace warploom::app {

/// One request with where its events go.
struct RequestHandler::Call {
    const protocol::Json& request;
    const protocol::Json& id;
    const SendEvent& send;
    const std::atomic<bool>& cancelled;

    /// Progress events of a stage, at most one each 50 ms.
    Progress progress(const std::string& stage, const std::string& detail) const {
        send(protocol::progress_event(id, stage, detail));
        Progress progress;
        progress.cancelled = &cancelled;
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

// Fields that several requests have. Errors: "protocol.field".
kernels::Precision precision_of(const std::string& name);
kernels::CacheState cache_of(const std::string& name);
kernels::Operation operation_of(const protocol::Json& request);
/// The settings that only this operation has.
void read_settings(kernels::Operation operation, const protocol::Json& request, RunSettings& settings);
CgSettings cg_settings_of(const protocol::Json& request);
/// An id, the path of a card file, or a whole card as an object (one that somebody edits and has not saved).
simulated::Card card_of(const protocol::Json& request);
/// Any whole number as an int; what does not fit is still refused as too large or too small.
int block_of(std::int64_t block);

} // namespace warploom::app
