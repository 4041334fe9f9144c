#include "app/pitfalls/pitfall.h"
#include "app/worker/request_call.h"

namespace warploom::app {

Json RequestHandler::pitfall(const Call& call) {
    const auto request = protocol::read_request<protocol::PitfallRequest>(call.request);
    const auto machine = find_machine(machines_, request.machine);
    const PitfallSettings settings{request.pitfall, *machine,
                                   !request.card.is_null()      ? call.card()
                                   : machine->card() != nullptr ? *machine->card()
                                                                : simulated::find_card("h200"),
                                   request.n, call.progress("measuring", request.pitfall)};
    return protocol::write(pitfall_document(settings, show_pitfall(settings)));
}

} // namespace warploom::app
