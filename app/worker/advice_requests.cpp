#include "app/advice/advise.h"
#include "app/worker/request_call.h"
#include "engine/error.h"

namespace warploom::app {

using protocol::Json;

namespace {

double products_of(const Json& request) {
    const auto field = request.find("products");
    if (field == request.end() || field->is_null()) return AdviceSettings().products;
    if (!field->is_number())
        throw Error("protocol.field", "The field 'products' must be a number.",
                    "Write how many products there will be, from 0.");
    return field->get<double>();
}

} // namespace

Json RequestHandler::advise(const Call& call) {
    AdviceSettings settings;
    settings.operation = operation_of(call.request);
    settings.precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    settings.block = block_of(protocol::integer_field(call.request, "block", settings.block));
    settings.cache = cache_of(protocol::text_field(call.request, "cache", "cold"));
    settings.products = products_of(call.request);
    settings.quick = protocol::flag_field(call.request, "quick", false);
    const std::string name = protocol::text_field(call.request, "matrix");
    const auto machine = find_machine(machines_, protocol::text_field(call.request, "machine"));
    AdvisedMachine advised = advised_machine(*machine);
    return wire::write(app::advise(inputs_, name, advised, settings, call.progress("tracing", "every kernel")));
}

} // namespace warploom::app
