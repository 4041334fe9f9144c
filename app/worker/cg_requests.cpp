#include "app/solve/cg_session.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

/// Settings that `cg_switch` can change.
struct ChoiceRequest : CgChoice {
    static const protocol::Fields<ChoiceRequest>& fields();
};
/// Fields of `cg_open`.
struct SolutionRequest : ChoiceRequest {
    std::string matrix;
    static const protocol::Fields<SolutionRequest>& fields();
};
template <auto member> auto& cg_setting(ChoiceRequest& request) { return request.settings.*member; }

WARPLOOM_FIELDS(ChoiceRequest, {"The request `cg_switch`",
                                {{"machine", "", &Self::machine, ""},
                                 {"kernel", "", &Self::kernel, ""},
                                 {"precision", "", &Self::precision, ""},
                                 {"block", "", &Self::block, "threads per block"},
                                 {"unchecked", "", &Self::unchecked, ""},
                                 {"tolerance", "", &cg_setting<&CgSettings::tolerance>, ""},
                                 {"limit", "", &cg_setting<&CgSettings::limit>, "maximum number of iterations"},
                                 {"preconditioner", "", &cg_setting<&CgSettings::preconditioner>, "",
                                  protocol::Rule{.is_lenient = true}}}})
WARPLOOM_FIELDS(SolutionRequest,
                protocol::Fields<Self>{"The request `cg_open`",
                                       {{"matrix", "", &Self::matrix, "", protocol::needed},
                                        {"machine", "", &Self::machine, "", protocol::needed},
                                        {"kernel", "", &Self::kernel, "", protocol::needed},
                                        {"rhs", "", "source of b", false, [](const Self&) { return Json(); },
                                         [](Self& of, const protocol::Reader& in) {
                                             of.settings.rhs = protocol::read_value<RightSide>(in);
                                         }}}}
                    .with(ChoiceRequest::fields()))

struct AdvanceRequest {
    std::int64_t iterations = 0;
    static const protocol::Fields<AdvanceRequest>& fields();
};
WARPLOOM_FIELDS(AdvanceRequest, {"The request `cg_advance`",
                                 {{"iterations", "", &Self::iterations, "maximum number of iterations; 0 for no limit",
                                   protocol::not_negative}}})

void require_open(const std::unique_ptr<CgSession>& session) {
    if (session == nullptr)
        throw Error("cg.closed", sentence("No conjugate gradient solve is open."),
                    sentence("First, open a solve with cg_open."));
}

} // namespace

Json RequestHandler::cg_open(const Call& call) {
    const CgChoice choice = protocol::read_request<SolutionRequest>(call.request);
    const auto matrix = load(call);
    cg_.reset(); // free the session's memory, which the next session may need
    cg_ = std::make_unique<CgSession>(machines_, matrix, choice, call.progress("converting", choice.kernel));
    return protocol::write(protocol::CgOpened{matrix->rows(), matrix->csr.nonzeros(), cg_->norm_b(), cg_->detail(),
                                              cg_->tolerance(), cg_->limit(),
                                              protocol::hash_text(matrix->hash()).get<std::string>()});
}

Json RequestHandler::cg_advance(const Call& call) {
    const std::int64_t count = protocol::read_request<AdvanceRequest>(call.request).iterations;
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
                throw; // the user paused the solve; the next response will contain the
                       // parts
        }
        return protocol::write(at);
    } catch (const Error& error) {
        if (error.code() == "device.fault") lose_session();
        throw;
    }
}

Json RequestHandler::cg_switch(const Call& call) {
    require_open(cg_);
    const CgChoice choice = protocol::read_request<ChoiceRequest>(call.request, {cg_->choice()});
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

/// Closes the session after a device fault, because the device can no longer be used. After a fault of a real GPU, this
/// remains so for the rest of the process.
void RequestHandler::lose_session() {
    has_lost_device_ = cg_->is_on_gpu();
    cg_.reset();
}

} // namespace warploom::app
