#include "app/request_call.h"
#include "app/runner.h"
#include "engine/error.h"

#include <algorithm>
#include <limits>

namespace warploom::app {

using kernels::Operation;
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

/// `threads` may be one number or a list.
std::vector<int> threads_of(const Json& request) {
    const auto field = request.find("threads");
    std::vector<int> list;
    if (field != request.end() && field->is_array())
        for (const auto count : protocol::integer_list_field(request, "threads")) list.push_back(block_of(count));
    else list.push_back(block_of(protocol::integer_field(request, "threads", 0)));
    return list;
}

RunSettings settings_of(Operation operation, const Json& request) {
    RunSettings settings;
    settings.kernels = protocol::text_list_field(request, "kernels");
    settings.precisions = precisions_of(request);
    settings.blocks.clear();
    for (const auto block : protocol::integer_list_field(request, "blocks")) settings.blocks.push_back(block_of(block));
    settings.x = protocol::text_field(request, "x", "ones");
    settings.baseline = protocol::text_field(request, "baseline", "");
    settings.quick = protocol::flag_field(request, "quick", false);
    settings.cache = cache_of(protocol::text_field(request, "cache", usual_cache(operation)));
    settings.threads = threads_of(request);
    settings.cg = cg_settings_of(request);
    return settings;
}

} // namespace

Operation operation_of(const Json& request) {
    const std::string name = protocol::text_field(request, "operation", "spmv");
    const auto operation = kernels::operation_from(name);
    if (!operation)
        throw Error("protocol.field", "There is no operation '" + name + "'.",
                    "Known are: spmv, cg, tridiagonal, ata.");
    return *operation;
}

CgSettings cg_settings_of(const Json& request) {
    CgSettings settings;
    const auto tolerance = request.find("tolerance");
    if (tolerance != request.end() && !tolerance->is_null()) {
        if (!tolerance->is_number())
            throw Error("protocol.field", "The field 'tolerance' must be a number.",
                        "docs/protocol.md lists the fields of every request.");
        settings.tolerance = tolerance->get<double>();
    }
    const auto limit = request.find("limit");
    if (limit != request.end() && !limit->is_null()) settings.limit = protocol::integer_field(request, "limit", 0);
    const std::string name = protocol::text_field(request, "preconditioner", "none");
    const auto preconditioner = kernels::preconditioner_from(name);
    if (!preconditioner)
        throw Error("protocol.field", "There is no preconditioner '" + name + "'.", "Write none, jacobi or ic0.");
    settings.preconditioner = *preconditioner;
    const std::string rhs = protocol::text_field(request, "rhs", "drawn");
    const auto right_side = wire::named<RightSide>(rhs);
    if (!right_side)
        throw Error("protocol.field", "There is no right-hand side '" + rhs + "'.", "Write drawn or given.");
    settings.rhs = *right_side;
    return settings;
}

Json RequestHandler::run(const Call& call) {
    const Operation operation = operation_of(call.request);
    const RunSettings settings = settings_of(operation, call.request);
    const auto opened = find_machine(machines_, protocol::text_field(call.request, "machine"));
    kernels::Machine& machine = *opened;
    const std::string name = protocol::text_field(call.request, "matrix");
    const auto problem = inputs_.problem(operation, name, settings, call.progress("loading", name));

    RunObserver observer;
    observer.cancelled = &call.cancelled;
    observer.stage = [&](const std::string& stage, const std::string& detail) {
        call.send(protocol::progress_event(call.id, stage, detail));
    };
    // A sample crosses the wire once, in the event that brings it.
    observer.row = [&](const Row& row) {
        Row without = row;
        without.samples.clear();
        call.send(
            {{"id", call.id}, {"event", "row"}, {"row", wire::write_row(kernels::to_string(operation), without)}});
    };
    observer.samples = [&](const Row& row, std::size_t first) {
        wire::SamplesEvent news{{{row.samples.begin() + static_cast<std::ptrdiff_t>(first), row.samples.end()}},
                                row.kernel,
                                row.machine,
                                row.precision,
                                row.block,
                                row.threads};
        Json event{{"id", call.id}, {"event", "samples"}};
        event.update(wire::write(news));
        call.send(event);
    };
    Run run = run_problem(machine, *problem, settings, observer);
    for (Row& row : run.results) row.samples.clear();
    if (machine.info().kind == kernels::MachineKind::cuda)
        has_lost_device_ = std::any_of(run.results.begin(), run.results.end(),
                                       [](const Row& row) { return row.code == "device.fault"; });
    return wire::write_run(run);
}

} // namespace warploom::app
