#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "app/trace_documents/warp_document.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

namespace warploom::app {

namespace {

/// Returns the settings that are common to `trace` and `warp` requests.
template <class Settings> Settings settings_of(const protocol::TracedKernelRequest& request, simulated::Card card) {
    Settings settings;
    settings.kernel = request.kernel;
    settings.card = std::move(card);
    settings.precision = request.precision;
    settings.block = request.block;
    settings.preconditioner = request.preconditioner;
    return settings;
}

} // namespace

simulated::Card card_of(const protocol::Reader& in) {
    if (in.json().is_object()) return simulated::card_from_document(in.json(), "of the request");
    return simulated::find_card(in.text());
}

Json RequestHandler::trace(const Call& call) {
    const auto request = protocol::read_request<protocol::TraceRequest>(call.request);
    auto settings = settings_of<TraceSettings>(request, call.card());
    settings.sample = request.sample == protocol::TraceRequest::all_blocks ? TraceSettings::all_blocks : request.sample;
    settings.cache = request.cache;
    settings.with_transfers = request.with_transfers;
    settings.lane_order_seed = request.lane_order_seed;
    const TraceInput input =
        spec_of(request.operation)
            .trace_input(inputs_, request.matrix, settings, call.progress("loading", request.matrix));
    const Progress progress = call.progress("tracing", request.kernel);
    return protocol::write(trace_document(input.info(), trace_kernel(input.subject(progress), settings, progress)));
}

Json RequestHandler::warp(const Call& call) {
    const auto request = protocol::read_request<protocol::WarpRequest>(call.request);
    auto settings = settings_of<WarpSettings>(request, call.card());
    settings.operation = request.operation;
    settings.launch = request.launch;
    settings.block_index = request.block_index;
    settings.warp = request.warp;
    const TraceInput input =
        spec_of(request.operation)
            .trace_input(inputs_, request.matrix, TraceSettings{settings}, call.progress("loading", request.matrix));
    return protocol::write(warp_document(input, settings, call.progress("tracing", request.kernel), &owners_));
}

Json RequestHandler::check(const Call& call) {
    const auto request = protocol::read_request<protocol::CheckRequest>(call.request);
    CheckSettings settings;
    settings.kernel = request.kernel;
    settings.card = call.card();
    settings.precision = request.precision.value_or(Precision::float64);
    settings.chooses_precision = !request.precision;
    settings.block = request.block;
    settings.matrix = request.matrix;
    settings.from = request.from;
    return protocol::write(checker_.check(settings, call.progress("checking", request.kernel)));
}

} // namespace warploom::app
