#pragma once

#include "app/check/check.h"
#include "app/describe/describe.h"
#include "app/inputs/inputs.h"
#include "app/trace_documents/warp_document.h"
#include "engine/error.h"
#include "engine/protocol/messages.h"

#include <atomic>
#include <functional>
#include <memory>

namespace warploom::app {

class CgSession;

/// Where the events of a request go before its end.
using SendEvent = std::function<void(const protocol::Json& event)>;

/// Does what requests ask, one at a time on the worker's work thread. Errors are thrown.
class RequestHandler {
public:
    /// `outlived`: what ends the process after a launch on a real GPU that took too long (kernels/texts/launch_limit.h).
    explicit RequestHandler(const MachineList& machines, std::function<void(const Error&)> outlived = {});
    ~RequestHandler();

    /// The `result` of the request. Errors: "protocol.request", "protocol.field", "cancelled", and those of the work.
    protocol::Json handle(const protocol::Json& request, const SendEvent& send, const std::atomic<bool>& cancelled);

    /// A real GPU faulted: this process cannot use it any more.
    bool has_lost_device() const { return has_lost_device_; }

private:
    struct Call; ///< app/worker/request_call.h
    std::shared_ptr<const Matrix> load(const Call& call);
    protocol::Json info(const Call& call);
    protocol::Json footprints(const Call& call);
    protocol::Json layout(const Call& call);
    protocol::Json run(const Call& call);
    protocol::Json advise(const Call& call);
    protocol::Json cards(const Call& call);
    protocol::Json trace(const Call& call);
    protocol::Json warp(const Call& call);
    protocol::Json check(const Call& call);
    protocol::Json cg_open(const Call& call);
    protocol::Json cg_advance(const Call& call);
    protocol::Json cg_switch(const Call& call);
    protocol::Json cg_close(const Call& call);
    void lose_session();
    protocol::Json pitfall(const Call& call);
    protocol::Json experiment(const Call& call);
    protocol::Json answer(const Call& call);
    protocol::Json judge(const Call& call);
    protocol::Json grade(const Call& call);
    protocol::Json page(const Call& call);

    const MachineList& machines_;
    std::function<void(const Error&)> outlived_;
    Inputs inputs_;
    OwnerCache owners_;
    Checker checker_;
    std::unique_ptr<CgSession> cg_; ///< null: none is open
    bool has_lost_device_ = false;
};

} // namespace warploom::app
