#include "app/advice/advise.h"
#include "app/worker/request_call.h"

namespace warploom::app {

Json RequestHandler::advise(const Call& call) {
    const auto request = protocol::read_request<protocol::AdviceRequest>(call.request);
    const AdviceSettings settings{request.operation, request.precision, request.block,
                                  request.cache,     request.products,  request.quick};
    const auto machine = find_machine(machines_, request.machine);
    AdvisedMachine advised = advised_machine(*machine);
    return protocol::write(
        app::advise(inputs_, request.matrix, advised, settings, call.progress("tracing", "every kernel")));
}

} // namespace warploom::app
