#include "app/requests.h"

#include "app/layout.h"
#include "app/request_call.h"
#include "app/run_document.h"
#include "app/run_spmv.h"
#include "app/trace_document.h"
#include "engine/error.h"

#include <algorithm>

namespace warploom::app {

using protocol::Json;

namespace {

/// `precision` may be one name or a list of names.
std::vector<kernels::Precision> precisions_of(const Json& request) {
    const auto field = request.find("precision");
    std::vector<kernels::Precision> list;
    if (field != request.end() && field->is_array())
        for (const auto& name : protocol::text_list_field(request, "precision")) list.push_back(precision_of(name));
    else list.push_back(precision_of(protocol::text_field(request, "precision", "double")));
    return list;
}

SpmvSettings settings_of(const Json& request) {
    SpmvSettings settings;
    settings.kernels = protocol::text_list_field(request, "kernels");
    settings.precisions = precisions_of(request);
    settings.blocks.clear();
    for (const auto block : protocol::integer_list_field(request, "blocks")) settings.blocks.push_back(block_of(block));
    settings.x = protocol::text_field(request, "x", "ones");
    settings.baseline = protocol::text_field(request, "baseline", "");
    settings.quick = protocol::flag_field(request, "quick", false);
    settings.cache = cache_of(protocol::text_field(request, "cache", "cold"));
    return settings;
}

} // namespace

kernels::Precision precision_of(const std::string& name) {
    const auto precision = kernels::precision_from(name);
    if (!precision) throw Error("protocol.field", "There is no precision '" + name + "'.", "Write float or double.");
    return *precision;
}

kernels::CacheState cache_of(const std::string& name) {
    if (name != "cold" && name != "warm")
        throw Error("protocol.field", "There is no cache state '" + name + "'.", "Write cold or warm.");
    return name == "warm" ? kernels::CacheState::warm : kernels::CacheState::cold;
}

int block_of(std::int64_t block) { return static_cast<int>(std::clamp<std::int64_t>(block, -1, 1 << 20)); }

const char* known_requests() { return "hello, info, footprints, layout, run, cards, trace, warp, cancel, ping, quit"; }

Json RequestHandler::handle(const Json& request, const SendEvent& send, const std::atomic<bool>& cancelled) {
    const Call call{request, request.at("id"), send, cancelled};
    const std::string name = protocol::text_field(request, "request");
    if (name == "info") return info(call);
    if (name == "footprints") return footprints(call);
    if (name == "layout") return layout(call);
    if (name == "run") return run(call);
    if (name == "cards") return cards_document();
    if (name == "trace") return trace(call);
    if (name == "warp") return warp(call);
    throw Error("protocol.request", "There is no request '" + name + "'.",
                std::string("Known are: ") + known_requests() + ".");
}

std::shared_ptr<const Matrix> RequestHandler::load(const Call& call) {
    const std::string name = protocol::text_field(call.request, "matrix");
    return cache_.load(name, call.progress("loading", name));
}

Json RequestHandler::info(const Call& call) {
    const auto matrix = load(call);
    return info_document(*matrix, call.progress("counting", matrix->name));
}

Json RequestHandler::footprints(const Call& call) {
    const auto precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    const auto matrix = load(call);
    return footprints_document(*matrix, precision, call.progress("converting", "every format"));
}

Json RequestHandler::layout(const Call& call) {
    const auto precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    const auto window = protocol::integer_list_field(call.request, "window");
    if (window.size() != 4)
        throw Error("protocol.field", "The field 'window' must be a list of four whole numbers.",
                    "Write [row_begin, row_end, col_begin, col_end].");
    const std::string kernel = protocol::text_field(call.request, "kernel", "");
    const int block = block_of(protocol::integer_field(call.request, "block", 128));
    const auto matrix = load(call);
    return layout_document(*matrix, precision, {window[0], window[1], window[2], window[3]}, kernel, block);
}

Json RequestHandler::run(const Call& call) {
    const std::string operation = protocol::text_field(call.request, "operation", "spmv");
    if (operation != "spmv")
        throw Error("protocol.field", "There is no operation '" + operation + "'.", "Known is: spmv.");
    const SpmvSettings settings = settings_of(call.request);
    const auto opened = find_machine(machines_, protocol::text_field(call.request, "machine"));
    kernels::Machine& machine = *opened;
    const auto matrix = load(call);

    RunObserver observer;
    observer.cancelled = &call.cancelled;
    observer.stage = [&](const std::string& stage, const std::string& detail) {
        call.send(protocol::progress_event(call.id, stage, detail));
    };
    observer.row = [&](const SpmvRow& row) {
        call.send({{"id", call.id}, {"event", "row"}, {"row", row_document(row)}});
    };
    observer.samples = [&](const SpmvRow& row, std::size_t first) {
        Json times = Json::array();
        for (std::size_t i = first; i < row.samples.size(); ++i)
            times.push_back(protocol::number(row.samples[i].time_ns));
        call.send({{"id", call.id},
                   {"event", "samples"},
                   {"kernel", row.kernel},
                   {"machine", row.machine},
                   {"precision", kernels::to_string(row.precision)},
                   {"block", row.block},
                   {"time_ns", times}});
    };
    const SpmvRun run = run_spmv(machine, *matrix, settings, observer);
    if (machine.info().kind == kernels::MachineKind::cuda)
        has_lost_device_ = std::any_of(run.results.begin(), run.results.end(),
                                       [](const SpmvRow& row) { return row.code == "device.fault"; });
    return run_document(run);
}

} // namespace warploom::app
