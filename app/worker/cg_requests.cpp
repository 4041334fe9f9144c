#include "app/solve/cg_session.h"
#include "app/worker/request_call.h"
#include "engine/error.h"

#include <functional>

namespace warploom::app {

using protocol::Json;

namespace {

/// The fields that the request has; the others stay as they are in `before`.
CgChoice choice_of(const Json& request, const CgChoice& before) {
    CgChoice choice = before;
    const auto has = [&](const char* name) { return request.contains(name) && !request[name].is_null(); };
    choice.machine = protocol::text_field(request, "machine", before.machine);
    choice.kernel = protocol::text_field(request, "kernel", before.kernel);
    if (has("precision")) choice.precision = precision_of(protocol::text_field(request, "precision"));
    choice.block = block_of(protocol::integer_field(request, "block", before.block));
    choice.unchecked = protocol::flag_field(request, "unchecked", before.unchecked);
    const CgSettings asked = cg_settings_of(request);
    if (has("tolerance")) choice.settings.tolerance = asked.tolerance;
    if (has("limit")) choice.settings.limit = asked.limit;
    if (has("preconditioner")) choice.settings.preconditioner = asked.preconditioner;
    return choice;
}

void require_open(const std::unique_ptr<CgSession>& session) {
    if (session == nullptr)
        throw Error("cg.closed", "No conjugate gradient solution is open.", "Open one with cg_open first.");
}

} // namespace

Json RequestHandler::cg_open(const Call& call) {
    CgChoice choice = choice_of(call.request, {});
    choice.machine = protocol::text_field(call.request, "machine");
    choice.kernel = protocol::text_field(call.request, "kernel");
    choice.settings.rhs = cg_settings_of(call.request).rhs; // which no switch may change
    const auto matrix = load(call);
    cg_.reset(); // its memory may be needed
    cg_ = std::make_unique<CgSession>(machines_, matrix, choice, call.progress("converting", choice.kernel));
    return wire::write(wire::CgOpened{matrix->rows(), matrix->csr.nonzeros(), cg_->norm_b(), cg_->detail(),
                                      cg_->tolerance(), cg_->limit()});
}

Json RequestHandler::cg_advance(const Call& call) {
    const std::int64_t count = protocol::integer_field(call.request, "iterations", 0);
    if (count < 0)
        throw Error("protocol.field", "The field 'iterations' must not be negative.", "0 means until it ends.");
    require_open(cg_);
    try {
        CgStanding at = cg_->advance(count, [&](std::int64_t first, const std::vector<double>& residuals) {
            Json event{{"id", call.id}, {"event", "iterations"}};
            event.update(wire::write(wire::IterationsEvent{first, residuals}));
            call.send(event);
            return !call.cancelled.load();
        });
        at.is_modelled = cg_->is_modelled();
        try {
            Progress quiet;
            quiet.cancelled = &call.cancelled;
            at.parts = cg_->parts(quiet);
        } catch (const Error& error) {
            if (error.code() != "cancelled") throw; // a pause: the bar comes with the next answer
        }
        return wire::write(at);
    } catch (const Error& error) {
        if (error.code() == "device.fault") lose_session();
        throw;
    }
}

Json RequestHandler::cg_switch(const Call& call) {
    require_open(cg_);
    const CgChoice choice = choice_of(call.request, cg_->choice());
    try {
        cg_->switch_to(choice, call.progress("converting", choice.kernel));
    } catch (const Error& error) {
        if (error.code() == "device.fault") lose_session();
        throw;
    }
    const CgStanding& at = cg_->standing();
    return wire::write(
        wire::CgSwitched{cg_->detail(), at.iteration, at.residual, at.true_residual, cg_->tolerance(), cg_->limit()});
}

Json RequestHandler::cg_close() {
    require_open(cg_);
    cg_.reset();
    return Json::object();
}

/// After a fault nothing of the device can be used; a real one is lost to the whole process.
void RequestHandler::lose_session() {
    has_lost_device_ = cg_->is_on_gpu();
    cg_.reset();
}

} // namespace warploom::app
