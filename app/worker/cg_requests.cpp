#include "app/solve/cg_session.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

CgChoice choice_of(const protocol::CgOpenRequest& request) {
    return {request.machine,
            request.kernel,
            request.precision,
            request.block,
            {request.tolerance, request.limit, request.preconditioner, request.rhs},
            request.unchecked};
}

CgChoice changed(CgChoice choice, const protocol::CgSwitchRequest& request) {
    if (request.machine) choice.machine = *request.machine;
    if (request.kernel) choice.kernel = *request.kernel;
    if (request.precision) choice.precision = *request.precision;
    if (request.block) choice.block = *request.block;
    if (request.unchecked) choice.unchecked = *request.unchecked;
    if (request.tolerance) choice.settings.tolerance = request.tolerance;
    if (request.limit) choice.settings.limit = request.limit;
    if (request.preconditioner) choice.settings.preconditioner = *request.preconditioner;
    return choice;
}

void require_open(const std::unique_ptr<CgSession>& session) {
    if (session == nullptr)
        throw Error("cg.closed", sentence("No conjugate gradient solver is open."),
                    sentence("First, start a solver with cg_open."));
}

} // namespace

Json RequestHandler::cg_open(const Call& call) {
    const CgChoice choice = choice_of(protocol::read_request<protocol::CgOpenRequest>(call.request));
    const auto matrix = load(call);
    cg_.reset(); // free the memory of the old session before the new one needs it
    cg_ = std::make_unique<CgSession>(machines_, matrix, choice, call.progress("converting", choice.kernel));
    return protocol::write(protocol::CgOpened{matrix->rows(), matrix->csr.nonzeros(), cg_->norm_b(), cg_->detail(),
                                              cg_->tolerance(), cg_->limit(),
                                              protocol::hash_text(matrix->hash()).get<std::string>()});
}

Json RequestHandler::cg_advance(const Call& call) {
    const std::int64_t count = protocol::read_request<protocol::CgAdvanceRequest>(call.request).iterations;
    require_open(cg_);
    try {
        CgStanding at = cg_->advance(count, [&](std::int64_t first, const std::vector<double>& residuals) {
            Json event{{"id", call.id}, {"event", "iterations"}};
            event.update(protocol::write(protocol::IterationsEvent{first, residuals}));
            call.send(event);
            return !call.cancelled.load();
        });
        at.is_modelled = cg_->is_modelled();
        try {
            Progress quiet{{}, &call.cancelled};
            at.parts = cg_->parts(quiet);
        } catch (const Error& error) {
            if (error.code() != "cancelled")
                throw; // If the user paused the solve, no error is thrown. The next response will contain these times.
        }
        return protocol::write(at);
    } catch (const Error& error) {
        if (error.code() == "device.fault") lose_session();
        throw;
    }
}

Json RequestHandler::cg_switch(const Call& call) {
    require_open(cg_);
    const CgChoice choice = changed(cg_->choice(), protocol::read_request<protocol::CgSwitchRequest>(call.request));
    try {
        cg_->switch_to(choice, call.progress("converting", choice.kernel));
    } catch (const Error& error) {
        if (error.code() == "device.fault") lose_session();
        throw;
    }
    const CgStanding& at = cg_->standing();
    return protocol::write(protocol::CgSwitched{cg_->detail(), at.iteration, at.residual, at.true_residual,
                                                cg_->tolerance(), cg_->limit()});
}

Json RequestHandler::cg_close(const Call&) {
    require_open(cg_);
    cg_.reset();
    return Json::object();
}

/// Closes the CG session after a device fault. After a fault, this process can no longer use the GPU.
void RequestHandler::lose_session() {
    has_lost_device_ = cg_->is_on_gpu();
    cg_.reset();
}

} // namespace warploom::app
