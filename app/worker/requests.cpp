#include "app/worker/requests.h"

#include "app/debug/debug_requests.h"
#include "app/solve/cg_session.h"
#include "app/trace_documents/layout.h"
#include "app/trace_documents/trace_document.h"
#include "app/worker/request_call.h"
#include "engine/comma_list.h"
#include "engine/protocol/messages/debug.h"
#include "engine/sentence.h"
#include "kernels/sources/launch_limit.h"
#include "kernels/sources/text_of_kernel.h"

#include <map>
#include <utility>
#include <vector>

namespace warploom::app {

RequestHandler::RequestHandler(const MachineList& machines, std::function<void(const Error&)> outlived)
    : machines_(machines), outlived_(std::move(outlived)), debugger_(std::make_unique<DebugRequests>(inputs_)) {}
RequestHandler::~RequestHandler() = default;

namespace {

/// Returns the sources of user-written kernels in the request, by file name. They may contain unsaved changes.
std::map<std::string, std::string> texts_of(const protocol::Reader& field) {
    std::map<std::string, std::string> texts;
    if (field.is_nothing()) return texts;
    const std::string hint = sentence("For example, use {\"mine.cu\": \"template ...\"}.");
    if (!field.json().is_object())
        field.refuse_saying(sentence("The field 'texts' must be an object whose values are strings."), hint);
    field.each_member([&](const std::string& name, const protocol::Reader& text) {
        if (!kernels::is_kernel_file(name) || !text.json().is_string())
            field.refuse_saying(sentence("The field 'texts' must map file names that end in .cu to strings."), hint);
        texts[name] = text.text();
    });
    return texts;
}

double launch_limit_of(const protocol::Reader& field) {
    if (field.is_nothing()) return kernels::LaunchLimit().seconds;
    const double seconds = field.number();
    if (!(seconds > 0)) field.refuse(sentence("a positive number"));
    return seconds;
}

/// The common field of all requests about a matrix.
struct MatrixRequest {
    std::string matrix;
    static const protocol::Fields<MatrixRequest>& fields();
};
WARPLOOM_FIELDS(MatrixRequest, {"The matrix of a request", {{"matrix", "", &Self::matrix, "", protocol::needed}}})

} // namespace

Json RequestHandler::handle(const Json& request, const SendEvent& send, const std::atomic<bool>& cancelled) {
    const Call call{request, request.at("id"), send, cancelled};
    const protocol::Reader in(request, protocol::request_source());
    kernels::set_request_sources(texts_of(in.member("texts")));
    kernels::limit_launches({launch_limit_of(in.member("launch_limit")), outlived_});
    const std::string& name = in.member("request").text();
    struct Known {
        const char* name;
        Json (RequestHandler::*answer)(const Call&);
    };
    static constexpr Known all[] = {{"info", &RequestHandler::info},
                                    {"footprints", &RequestHandler::footprints},
                                    {"layout", &RequestHandler::layout},
                                    {"run", &RequestHandler::run},
                                    {"exchange", &RequestHandler::exchange},
                                    {"advise", &RequestHandler::advise},
                                    {"cards", &RequestHandler::cards},
                                    {"trace", &RequestHandler::trace},
                                    {"warp", &RequestHandler::warp},
                                    {"check", &RequestHandler::check},
                                    {"cg_open", &RequestHandler::cg_open},
                                    {"cg_advance", &RequestHandler::cg_advance},
                                    {"cg_switch", &RequestHandler::cg_switch},
                                    {"cg_close", &RequestHandler::cg_close},
                                    {"debug_open", &RequestHandler::debug_open},
                                    {"debug_state", &RequestHandler::debug},
                                    {"debug_step", &RequestHandler::debug},
                                    {"debug_why", &RequestHandler::debug},
                                    {"debug_close", &RequestHandler::debug},
                                    {"pitfall", &RequestHandler::pitfall},
                                    {"experiment", &RequestHandler::experiment},
                                    {"answer", &RequestHandler::answer},
                                    {"judge", &RequestHandler::judge},
                                    {"grade", &RequestHandler::grade},
                                    {"page", &RequestHandler::page}};
    for (const Known& known : all)
        if (name == known.name) return (this->*known.answer)(call);
    std::string names = "hello";
    for (const Known& known : all) add_item(names, known.name);
    throw Error("protocol.request", sentence("There is no request named '{request}'.", {{"request", name}}),
                sentence("Available requests: {requests}, cancel, ping, quit.", {{"requests", names}}));
}

std::shared_ptr<const Matrix> RequestHandler::load(const Call& call) {
    const std::string name = protocol::read_request<MatrixRequest>(call.request).matrix;
    return inputs_.matrix(name, call.progress("loading", name));
}

Json RequestHandler::debug_open(const Call& call) {
    const std::string kernel = protocol::read_request<protocol::DebugOpenRequest>(call.request).kernel;
    return debugger_->open(call.request, call.card(), call.progress("recording", kernel));
}

Json RequestHandler::debug(const Call& call) {
    return debugger_->answer(call.request.at("request").get<std::string>(), call.request);
}

Json RequestHandler::cards(const Call&) {
    std::vector<std::string> complaints;
    const auto cards = simulated::cards(&complaints);
    return cards_document(cards, complaints);
}

Json RequestHandler::info(const Call& call) {
    const auto matrix = load(call);
    return info_document(*matrix, call.progress("counting", matrix->name));
}

Json RequestHandler::footprints(const Call& call) {
    const auto request = protocol::read_request<protocol::FootprintsRequest>(call.request);
    const auto matrix = load(call);
    return protocol::write(footprints_of(*matrix, request.precision, call.progress("converting", "every format")));
}

Json RequestHandler::layout(const Call& call) {
    const auto request = protocol::read_request<protocol::LayoutRequest>(call.request);
    const auto& window = request.window;
    const auto matrix = load(call);
    return protocol::write(layout_of(*matrix, request.precision, {window[0], window[1], window[2], window[3]},
                                     request.kernel, request.block));
}

} // namespace warploom::app
