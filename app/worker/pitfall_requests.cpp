#include "app/pitfalls/pitfall.h"
#include "app/worker/request_call.h"

#include <optional>

namespace warploom::app {

namespace {

struct PitfallRequest {
    std::string name, machine;
    std::optional<simulated::Card> card;
    std::optional<std::int64_t> n;
    static const protocol::Fields<PitfallRequest>& fields();
};
WARPLOOM_FIELDS(PitfallRequest,
                {"The request `pitfall`",
                 {{"name", "", &Self::name, "", protocol::needed},
                  {"machine", "", &Self::machine, "", protocol::needed},
                  {"card", "", "ID, path, or all parameters of a card", false, [](const Self&) { return Json(); },
                   [](Self& of, const protocol::Reader& in) { of.card = card_of(in); }},
                  {"n", "", &Self::n, "largest number of unknowns"}}})

} // namespace

Json RequestHandler::pitfall(const Call& call) {
    const auto request = protocol::read_request<PitfallRequest>(call.request);
    const auto machine = find_machine(machines_, request.machine);
    const PitfallSettings settings{request.name, *machine,
                                   request.card                 ? *request.card
                                   : machine->card() != nullptr ? *machine->card()
                                                                : simulated::find_card("h200"),
                                   request.n, call.progress("measuring", request.name)};
    return protocol::write(pitfall_document(settings, show_pitfall(settings)));
}

} // namespace warploom::app
