#include "app/advice/advise.h"
#include "app/worker/request_call.h"
#include "engine/protocol/framing/request.h"

namespace warploom::app {

namespace {

struct AdviceRequest : AdviceSettings {
    std::string matrix, machine;
    static const protocol::Fields<AdviceRequest>& fields();
};
WARPLOOM_FIELDS(AdviceRequest,
                {"The request `advise`",
                 {{"operation", "", &Self::operation, ""},
                  {"matrix", "", &Self::matrix, "", protocol::needed},
                  {"machine", "", &Self::machine, "", protocol::needed},
                  {"precision", "", &Self::precision, ""},
                  {"block", "", &Self::block, "threads per block"},
                  {"cache", "", &Self::cache, ""},
                  {"products", "", &Self::products, "number of products over which the conversion cost is amortized"},
                  {"quick", "", &Self::quick, "whether to use only matrix statistics"}}})

} // namespace

Json RequestHandler::advise(const Call& call) {
    const auto request = protocol::read_request<AdviceRequest>(call.request);
    const auto machine = find_machine(machines_, request.machine);
    AdvisedMachine advised = advised_machine(*machine);
    return protocol::write(
        app::advise(inputs_, request.matrix, advised, request, call.progress("tracing", "every kernel")));
}

} // namespace warploom::app
