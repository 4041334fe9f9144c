#include "app/operations/operation.h"
#include "app/operations/trace_kernel.h"
#include "app/trace_documents/trace_document.h"
#include "app/trace_documents/warp_document.h"
#include "app/worker/request_call.h"
#include "engine/error.h"

#include <algorithm>
#include <limits>

namespace warploom::app {

using protocol::Json;

namespace {

/// 0 or no field: chosen by the size of the matrix; "all"; or a number of blocks.
std::int64_t sample_of(const Json& request) {
    const auto field = request.find("sample");
    if (field != request.end() && *field == "all") return TraceSettings::all_blocks;
    const std::int64_t sample = protocol::integer_field(request, "sample", 0);
    if (sample < 0)
        throw Error("protocol.field", "A sample of " + std::to_string(sample) + " blocks cannot be traced.",
                    "Write all, 0 (chosen by the size of the matrix), or how many blocks of each launch at most.");
    return sample;
}

int small(std::int64_t number) {
    return static_cast<int>(std::clamp<std::int64_t>(number, -1, std::numeric_limits<int>::max()));
}

} // namespace

simulated::Card card_of(const Json& request) {
    const auto field = request.find("card");
    if (field != request.end() && field->is_object()) return simulated::card_from_document(*field, "of the request");
    return simulated::find_card(protocol::text_field(request, "card"));
}

Json RequestHandler::trace(const Call& call) {
    const auto operation = operation_of(call.request);
    TraceSettings settings;
    settings.kernel = protocol::text_field(call.request, "kernel");
    settings.card = card_of(call.request);
    settings.precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    settings.block = block_of(protocol::integer_field(call.request, "block", 128));
    settings.sample = sample_of(call.request);
    settings.cache = cache_of(protocol::text_field(call.request, "cache", "cold"));
    settings.with_transfers = protocol::flag_field(call.request, "transfers", false);
    settings.lane_order_seed = static_cast<std::uint64_t>(protocol::integer_field(call.request, "lane_order_seed", 0));
    RunSettings own;
    read_settings(operation, call.request, own);
    settings.preconditioner = own.cg.preconditioner;
    const std::string name = protocol::text_field(call.request, "matrix");
    const TraceInput input = spec_of(operation).trace_input(inputs_, name, settings, call.progress("loading", name));
    const Progress progress = call.progress("tracing", settings.kernel);
    return wire::write(trace_document(input.info(), trace_kernel(input.subject(progress), settings, progress)));
}

Json RequestHandler::warp(const Call& call) {
    WarpSettings settings;
    settings.operation = operation_of(call.request);
    settings.kernel = protocol::text_field(call.request, "kernel");
    settings.card = card_of(call.request);
    settings.precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    settings.block = block_of(protocol::integer_field(call.request, "block", 128));
    settings.launch = small(protocol::integer_field(call.request, "launch", 0));
    settings.block_index = protocol::integer_field(call.request, "block_index", 0);
    settings.warp = small(protocol::integer_field(call.request, "warp", 0));
    RunSettings own;
    read_settings(settings.operation, call.request, own);
    settings.preconditioner = own.cg.preconditioner;
    const std::string name = protocol::text_field(call.request, "matrix");
    const TraceInput input =
        spec_of(settings.operation)
            .trace_input(inputs_, name, trace_settings_of(settings), call.progress("loading", name));
    return wire::write(warp_document(input, settings, call.progress("tracing", settings.kernel), &owners_));
}

Json RequestHandler::check(const Call& call) {
    CheckSettings settings;
    settings.kernel = protocol::text_field(call.request, "kernel");
    settings.matrix = protocol::text_field(call.request, "matrix", "");
    settings.card = card_of(call.request);
    settings.precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    settings.block = block_of(protocol::integer_field(call.request, "block", 128));
    settings.from = protocol::text_field(call.request, "from", "");
    return wire::write(checker_.check(settings, call.progress("checking", settings.kernel)));
}

} // namespace warploom::app
