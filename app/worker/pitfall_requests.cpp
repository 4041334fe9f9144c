#include "app/pitfalls/pitfall.h"
#include "app/worker/request_call.h"

namespace warploom::app {

using protocol::Json;

Json RequestHandler::pitfall(const Call& call) {
    const std::string name = protocol::text_field(call.request, "name");
    const auto machine = find_machine(machines_, protocol::text_field(call.request, "machine"));
    const auto has = [&](const char* field) { return call.request.contains(field) && !call.request[field].is_null(); };
    PitfallSettings settings{name, *machine,
                             machine->card() != nullptr && !has("card") ? *machine->card()
                             : has("card")                              ? card_of(call.request)
                                                                        : simulated::find_card("h200"),
                             std::nullopt, call.progress("measuring", name)};
    if (has("n")) settings.n = protocol::integer_field(call.request, "n", 0);
    return wire::write(pitfall_document(settings, show_pitfall(settings)));
}

} // namespace warploom::app
