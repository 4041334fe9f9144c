#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "app/trace_documents/warp_document.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

struct TraceRequest : TraceSettings {
    Operation operation = Operation::spmv;
    std::string matrix;
    static const protocol::Fields<TraceRequest>& fields();
};

/// Reads the field `sample`, which is a number of blocks or "all". If it is 0 or missing, the sample size depends on
/// the size of the matrix.
void read_sample(TraceRequest& request, const protocol::Reader& in) {
    request.sample = in.json() == "all" ? TraceSettings::all_blocks : in.whole();
    if (in.json() != "all" && request.sample < 0)
        throw Error(
            "protocol.field", sentence("A sample of {n} {n:block|blocks} cannot be traced.", {{"n", request.sample}}),
            sentence("Use all, 0 (depends on the size of the matrix), or the maximum number of blocks per launch."));
}

WARPLOOM_FIELDS(TraceRequest,
                {"The request `trace`",
                 {{"operation", "", &Self::operation, ""},
                  {"matrix", "", &Self::matrix, "", protocol::needed},
                  {"kernel", "", &Self::kernel, "", protocol::needed},
                  card_field<Self>(&Self::card),
                  {"precision", "", &Self::precision, ""},
                  {"block", "", &Self::block, "threads per block"},
                  {"sample", "", "number of traced blocks per launch, or `all`", false,
                   [](const Self&) { return Json(); }, read_sample},
                  {"cache", "", &Self::cache, ""},
                  {"transfers", "", &Self::with_transfers, ""},
                  {"lane_order_seed", "", &Self::lane_order_seed,
                   "seed for the execution order; 0 for ascending order"},
                  {"preconditioner", "", &Self::preconditioner, "for cg only", protocol::Rule{.is_lenient = true}}}})

struct WarpRequest : WarpSettings {
    std::string matrix;
    static const protocol::Fields<WarpRequest>& fields();
};
WARPLOOM_FIELDS(WarpRequest,
                {"The request `warp`",
                 {{"operation", "", &Self::operation, ""},
                  {"matrix", "", &Self::matrix, "", protocol::needed},
                  {"kernel", "", &Self::kernel, "", protocol::needed},
                  card_field<Self>(&Self::card),
                  {"precision", "", &Self::precision, ""},
                  {"block", "", &Self::block, "threads per block"},
                  {"launch", "", &Self::launch, ""},
                  {"block_index", "", &Self::block_index, ""},
                  {"warp", "", &Self::warp, ""},
                  {"preconditioner", "", &Self::preconditioner, "for cg only", protocol::Rule{.is_lenient = true}}}})

struct CheckRequest : CheckSettings {
    static const protocol::Fields<CheckRequest>& fields();
};
WARPLOOM_FIELDS(CheckRequest, {"The request `check`",
                               {{"kernel", "", &Self::kernel, "", protocol::needed},
                                {"matrix", "", &Self::matrix, ""},
                                card_field<Self>(&Self::card),
                                {"precision", "", &Self::precision, ""},
                                {"block", "", &Self::block, "threads per block"},
                                {"from", "", &Self::from, "built-in kernel that the source was derived from"}}})

} // namespace

simulated::Card card_of(const protocol::Reader& in) {
    if (in.json().is_object()) return simulated::card_from_document(in.json(), "of the request");
    return simulated::find_card(in.text());
}

Json RequestHandler::trace(const Call& call) {
    const auto request = protocol::read_request<TraceRequest>(call.request);
    const TraceInput input =
        spec_of(request.operation)
            .trace_input(inputs_, request.matrix, request, call.progress("loading", request.matrix));
    const Progress progress = call.progress("tracing", request.kernel);
    return protocol::write(trace_document(input.info(), trace_kernel(input.subject(progress), request, progress)));
}

Json RequestHandler::warp(const Call& call) {
    const auto request = protocol::read_request<WarpRequest>(call.request);
    const TraceInput input =
        spec_of(request.operation)
            .trace_input(inputs_, request.matrix, TraceSettings{request}, call.progress("loading", request.matrix));
    return protocol::write(warp_document(input, request, call.progress("tracing", request.kernel), &owners_));
}

Json RequestHandler::check(const Call& call) {
    auto request = protocol::read_request<CheckRequest>(call.request);
    request.chooses_precision = !call.request.contains("precision");
    return protocol::write(checker_.check(request, call.progress("checking", request.kernel)));
}

} // namespace warploom::app
