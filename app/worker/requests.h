#pragma once

#include "app/check/check.h"
#include "app/info/describe.h"
#include "app/inputs/inputs.h"
#include "app/trace_documents/warp_document.h"
#include "engine/error.h"

#include <atomic>
#include <functional>
#include <memory>

namespace warploom::app {

class CgSession;
class Debugger;

/// Sends an event while a request is in progress.
using SendEvent = std::function<void(const Json& event)>;

/// Executes requests, one at a time, on the worker's work thread. Errors are thrown as exceptions.
class RequestHandler {
public:
    /// Creates a handler. `outlived` is called if a kernel on a real GPU exceeds its time limit. It must terminate the
    /// process (kernels/sources/launch_limit.h).
    explicit RequestHandler(const MachineList& machines, std::function<void(const Error&)> outlived = {});
    ~RequestHandler();

    /// Executes a request and returns its `result`. Errors: "protocol.request", "protocol.field", "cancelled"; any
    /// error from the operation.
    Json handle(const Json& request, const SendEvent& send, const std::atomic<bool>& cancelled);

    /// Returns whether a real GPU faulted. After a fault, this process can no longer use the GPU.
    bool has_lost_device() const { return has_lost_device_; }

private:
    struct Call; ///< defined in app/worker/request_call.h
    std::shared_ptr<const Matrix> load(const Call& call);
    Json info(const Call& call);
    Json footprints(const Call& call);
    Json layout(const Call& call);
    Json run(const Call& call);
    Json exchange(const Call& call);
    Json advise(const Call& call);
    Json cards(const Call& call);
    Json trace(const Call& call);
    Json warp(const Call& call);
    Json check(const Call& call);
    Json cg_open(const Call& call);
    Json cg_advance(const Call& call);
    Json cg_switch(const Call& call);
    Json cg_close(const Call& call);
    void lose_session();
    Debugger& open_debugger() const;
    Json debug_open(const Call& call);
    Json debug_state(const Call& call);
    Json debug_step(const Call& call);
    Json debug_why(const Call& call);
    Json debug_close(const Call& call);
    Json pitfall(const Call& call);
    Json experiment(const Call& call);
    Json answer(const Call& call);
    Json judge(const Call& call);
    Json grade(const Call& call);
    Json page(const Call& call);

    const MachineList& machines_;
    std::function<void(const Error&)> outlived_;
    Inputs inputs_;
    OwnerCache owners_;
    Checker checker_;
    std::unique_ptr<CgSession> cg_;      ///< current CG session; null if none
    std::unique_ptr<Debugger> debugger_; ///< current debugger; null if none
    bool has_lost_device_ = false;
};

} // namespace warploom::app
