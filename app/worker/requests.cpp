#include "app/worker/requests.h"

#include "app/solve/cg_session.h"
#include "app/trace_documents/layout.h"
#include "app/trace_documents/trace_document.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "kernels/texts/launch_limit.h"
#include "kernels/texts/written_kernel.h"

#include <map>
#include <utility>
#include <vector>

namespace warploom::app {

using protocol::Json;

RequestHandler::RequestHandler(const MachineList& machines, std::function<void(const Error&)> outlived)
    : machines_(machines), outlived_(std::move(outlived)) {}
RequestHandler::~RequestHandler() = default;

namespace {

/// Kernels in CUDA C that the request names, as they are in the window: it may not have saved them.
std::map<std::string, std::string> texts_of(const wire::Reader& field) {
    std::map<std::string, std::string> texts;
    if (field.is_nothing()) return texts;
    const char* const hint = "Write {\"mine.cu\": \"template ...\"}.";
    if (!field.json().is_object()) field.refuse_saying("The field 'texts' must be an object of texts", hint);
    field.each_member([&](const std::string& name, const wire::Reader& text) {
        if (!kernels::is_written_kernel(name) || !text.json().is_string())
            field.refuse_saying("The field 'texts' must hold texts by names that end with .cu", hint);
        texts[name] = text.text();
    });
    return texts;
}

double launch_limit_of(const wire::Reader& field) {
    if (field.is_nothing()) return kernels::LaunchLimit().seconds;
    const double seconds = field.number();
    if (!(seconds > 0)) field.refuse("a positive number");
    return seconds;
}

struct MatrixRequest {
    std::string matrix;
    kernels::Precision precision = kernels::Precision::float64;
    static const wire::Fields<MatrixRequest>& fields();
};
WARPLOOM_FIELDS(MatrixRequest, {"The requests `info` and `footprints`",
                                {{"matrix", "", &Self::matrix, "", wire::needed},
                                 {"precision", "", &Self::precision, "of `footprints`"}}})

struct LayoutRequest : MatrixRequest {
    std::vector<std::int64_t> window;
    std::string kernel;
    int block = 128;
    static const wire::Fields<LayoutRequest>& fields();
};
WARPLOOM_FIELDS(LayoutRequest,
                wire::Fields<Self>{"The request `layout`",
                                   {{"window", "", &Self::window, "[row_begin, row_end, col_begin, col_end]"},
                                    {"kernel", "", &Self::kernel, "may be empty"},
                                    {"block", "", &Self::block, "threads"}}}
                    .with(MatrixRequest::fields()))

} // namespace

const char* known_requests() {
    return "hello, info, footprints, layout, run, advise, cards, trace, warp, check, cg_open, cg_advance, cg_switch, "
           "cg_close, "
           "pitfall, experiment, answer, judge, grade, page, "
           "cancel, ping, quit";
}

Json RequestHandler::handle(const Json& request, const SendEvent& send, const std::atomic<bool>& cancelled) {
    const Call call{request, request.at("id"), send, cancelled};
    const wire::Reader in(request, protocol::request_source());
    kernels::give_texts(texts_of(in.member("texts")));
    kernels::limit_launches({launch_limit_of(in.member("launch_limit")), outlived_});
    const std::string& name = in.member("request").text();
    if (name == "info") return info(call);
    if (name == "footprints") return footprints(call);
    if (name == "layout") return layout(call);
    if (name == "run") return run(call);
    if (name == "advise") return advise(call);
    if (name == "cards") {
        std::vector<std::string> complaints;
        const auto cards = simulated::cards(&complaints);
        return cards_document(cards, complaints);
    }
    if (name == "trace") return trace(call);
    if (name == "warp") return warp(call);
    if (name == "check") return check(call);
    if (name == "cg_open") return cg_open(call);
    if (name == "cg_advance") return cg_advance(call);
    if (name == "cg_switch") return cg_switch(call);
    if (name == "cg_close") return cg_close();
    if (name == "pitfall") return pitfall(call);
    if (name == "experiment") return experiment(call);
    if (name == "answer") return answer(call);
    if (name == "judge") return judge(call);
    if (name == "grade") return grade(call);
    if (name == "page") return page(call);
    throw Error("protocol.request", "There is no request '" + name + "'.",
                std::string("Known are: ") + known_requests() + ".");
}

std::shared_ptr<const Matrix> RequestHandler::load(const Call& call) {
    const std::string name = protocol::read_request<MatrixRequest>(call.request).matrix;
    return inputs_.matrix(name, call.progress("loading", name));
}

Json RequestHandler::info(const Call& call) {
    const auto matrix = load(call);
    return info_document(*matrix, call.progress("counting", matrix->name));
}

Json RequestHandler::footprints(const Call& call) {
    const auto request = protocol::read_request<MatrixRequest>(call.request);
    const auto matrix = load(call);
    return wire::write(footprints_of(*matrix, request.precision, call.progress("converting", "every format")));
}

Json RequestHandler::layout(const Call& call) {
    const auto request = protocol::read_request<LayoutRequest>(call.request);
    const auto& window = request.window;
    if (window.size() != 4)
        throw Error("protocol.field", "The field 'window' must be a list of four whole numbers.",
                    "Write [row_begin, row_end, col_begin, col_end].");
    const auto matrix = load(call);
    return wire::write(layout_of(*matrix, request.precision, {window[0], window[1], window[2], window[3]},
                                 request.kernel, request.block));
}

} // namespace warploom::app
