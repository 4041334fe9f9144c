#include "app/worker/requests.h"

#include "app/trace/layout.h"
#include "app/trace/trace_document.h"
#include "app/worker/cg_session.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "kernels/written/launch_limit.h"
#include "kernels/written/written_kernel.h"

#include <algorithm>
#include <map>
#include <utility>

namespace warploom::app {

using protocol::Json;

RequestHandler::RequestHandler(const MachineList& machines, std::function<void(const Error&)> outlived)
    : machines_(machines), outlived_(std::move(outlived)) {}
RequestHandler::~RequestHandler() = default;

kernels::Precision precision_of(const std::string& name) {
    const auto precision = kernels::precision_from(name);
    if (!precision) throw Error("protocol.field", "There is no precision '" + name + "'.", "Write float or double.");
    return *precision;
}

kernels::CacheState cache_of(const std::string& name) {
    const auto cache = wire::named<kernels::CacheState>(name);
    if (!cache) throw Error("protocol.field", "There is no cache state '" + name + "'.", "Write cold or warm.");
    return *cache;
}

int block_of(std::int64_t block) { return static_cast<int>(std::clamp<std::int64_t>(block, -1, 1 << 20)); }

namespace {

/// Kernels in CUDA C that the request names, as they are in the window: it may not have saved them.
std::map<std::string, std::string> texts_of(const Json& request) {
    std::map<std::string, std::string> texts;
    const auto field = request.find("texts");
    if (field == request.end() || field->is_null()) return texts;
    if (!field->is_object())
        throw Error("protocol.field", "The field 'texts' must be an object of texts.",
                    "Write {\"mine.cu\": \"template ...\"}.");
    for (const auto& [name, text] : field->items()) {
        if (!kernels::is_written_kernel(name) || !text.is_string())
            throw Error("protocol.field", "The field 'texts' must hold texts by names that end with .cu.",
                        "Write {\"mine.cu\": \"template ...\"}.");
        texts[name] = text.get<std::string>();
    }
    return texts;
}

double launch_limit_of(const Json& request) {
    const auto field = request.find("launch_limit");
    if (field == request.end() || field->is_null()) return kernels::LaunchLimit().seconds;
    if (!field->is_number() || !(field->get<double>() > 0))
        throw Error("protocol.field", "The field 'launch_limit' must be a positive number.",
                    "Write how many seconds a launch on a real GPU may take.");
    return field->get<double>();
}

} // namespace

const char* known_requests() {
    return "hello, info, footprints, layout, run, advise, cards, trace, warp, check, cg_open, cg_advance, cg_switch, "
           "cg_close, "
           "pitfall, experiment, answer, judge, grade, "
           "cancel, ping, quit";
}

Json RequestHandler::handle(const Json& request, const SendEvent& send, const std::atomic<bool>& cancelled) {
    const Call call{request, request.at("id"), send, cancelled};
    kernels::give_texts(texts_of(request));
    kernels::limit_launches({launch_limit_of(request), outlived_});
    const std::string name = protocol::text_field(request, "request");
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
    throw Error("protocol.request", "There is no request '" + name + "'.",
                std::string("Known are: ") + known_requests() + ".");
}

std::shared_ptr<const Matrix> RequestHandler::load(const Call& call) {
    const std::string name = protocol::text_field(call.request, "matrix");
    return inputs_.matrix(name, call.progress("loading", name));
}

Json RequestHandler::info(const Call& call) {
    const auto matrix = load(call);
    return info_document(*matrix, call.progress("counting", matrix->name));
}

Json RequestHandler::footprints(const Call& call) {
    const auto precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    const auto matrix = load(call);
    return wire::write(footprints_of(*matrix, precision, call.progress("converting", "every format")));
}

Json RequestHandler::layout(const Call& call) {
    const auto precision = precision_of(protocol::text_field(call.request, "precision", "double"));
    const auto window = protocol::integer_list_field(call.request, "window");
    if (window.size() != 4)
        throw Error("protocol.field", "The field 'window' must be a list of four whole numbers.",
                    "Write [row_begin, row_end, col_begin, col_end].");
    const std::string kernel = protocol::text_field(call.request, "kernel", "");
    const int block = block_of(protocol::integer_field(call.request, "block", 128));
    const auto matrix = load(call);
    return wire::write(layout_of(*matrix, precision, {window[0], window[1], window[2], window[3]}, kernel, block));
}

} // namespace warploom::app
