#include "app/operations/operation.h"
#include "app/problem/exchange_plan.h"
#include "app/run/runner.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

namespace {

/// Reads only the operation from a request, because the default settings depend on it.
struct OperationRequest {
    Operation operation = Operation::spmv;
    static const protocol::Fields<OperationRequest>& fields();
};
WARPLOOM_FIELDS(OperationRequest, {"The operation of a request", {{"operation", "", &Self::operation, ""}}})

protocol::RunRequest run_request_of(const Json& request) {
    protocol::RunRequest usual;
    usual.settings.cache = protocol::default_cache(protocol::read_request<OperationRequest>(request).operation);
    return protocol::read_request(request, std::move(usual));
}

} // namespace

Json RequestHandler::exchange(const Call& call) {
    const auto request = protocol::read_request<protocol::ExchangeRequest>(call.request);
    const OperationSpec& spec = spec_of(request.operation);
    const PlannedKernel planned = spec.plan(request.kernel);
    // Use the format of the kernel or, for a CG method, of its SpMV kernel.
    const kernels::KernelInfo* const product = request.operation == Operation::cg ? planned.product : planned.info;
    if (!spec.is_shared_among_gpus() || product == nullptr)
        throw Error("exchange.kernel",
                    sentence("Kernel {kernel} runs on a single GPU "
                             "only.",
                             {{"kernel", planned.name}}),
                    sentence("Choose an spmv kernel, or a cg method with an SpMV kernel, such as "
                             "cg-fused:csr-vector."));
    const auto matrix = load(call);
    call.progress("cutting", matrix->name);
    return protocol::write(plan_exchange(matrix->csr, product->format, request.precision, request.gpus));
}

Json RequestHandler::run(const Call& call) {
    const auto [operation, name, machine_id, settings] = run_request_of(call.request);
    const char* const operation_name = kernels::to_string(operation);
    const auto opened = find_machine(machines_, machine_id);
    kernels::Machine& machine = *opened;
    const auto problem = spec_of(operation).open(inputs_, name, settings, call.progress("loading", name));

    RunObserver observer;
    observer.cancelled = &call.cancelled;
    observer.stage = [&](const std::string& stage, const std::string& detail) {
        call.send(protocol::progress_event(call.id, stage, detail));
    };
    Json hash; // sent with each result row, so that the window can recognize rows of a different matrix
    observer.input = [&](const InputInfo& input) { hash = protocol::hash_text(input.hash); };
    // Samples and result rows have already been sent as events, so do not send them again with the result.
    observer.row = [&, operation_name](const Row& row) {
        Row without = row;
        without.samples.clear();
        call.send({{"id", call.id},
                   {"event", "row"},
                   {"matrix_hash", hash},
                   {"row", protocol::write_row(operation_name, without)}});
    };
    observer.samples = [&](const Row& row, std::size_t first) {
        protocol::SamplesEvent news{{{row.samples.begin() + static_cast<std::ptrdiff_t>(first), row.samples.end()}},
                                    row.kernel,
                                    row.machine,
                                    row.precision,
                                    row.block,
                                    row.threads};
        Json event{{"id", call.id}, {"event", "samples"}, {"matrix_hash", hash}};
        event.update(protocol::write(news));
        call.send(event);
    };
    const Run run = run_problem(machine, *problem, settings, observer);
    if (machine.info().kind == MachineKind::cuda)
        has_lost_device_ = std::any_of(run.results.begin(), run.results.end(),
                                       [](const Row& row) { return row.code == "device.fault"; });
    return protocol::write_run_end(run);
}

} // namespace warploom::app
