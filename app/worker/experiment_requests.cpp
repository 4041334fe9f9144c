#include "app/experiment/modelled_cache.h"
#include "app/experiment/run_experiment.h"
#include "app/worker/request_call.h"
#include "engine/error.h"
#include "engine/protocol/line_reader.h"

#include <string>

namespace warploom::app {

using experiment::Result;
using protocol::Json;

namespace {

/// An id, a path on the worker's machine, or a whole file: as its text, or as an object.
experiment::Experiment experiment_of(const Json& request) {
    const char* const where = "The experiment of the request";
    const auto field = request.find("experiment");
    if (field != request.end() && field->is_object()) return experiment::experiment_from_json(field->dump(2), where);
    const std::string text = protocol::text_field(request, "experiment");
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{') return experiment::experiment_from_json(text, where);
    return experiment::find_experiment(text);
}

void take_figures(Result& result, const Json& have) {
    const Json cells = have.is_object() ? have.value("cells", Json::array()) : have;
    if (!cells.is_array())
        throw Error("protocol.field", "The field 'have' must be a list of cells, or a result.",
                    "docs/protocol.md lists the fields of every request.");
    take_over(result, experiment::cells_from_json(cells));
    if (have.is_object() && have.contains("measured_on"))
        result.measured_on = protocol::text_field(have, "measured_on", "");
}

} // namespace

Json RequestHandler::experiment(const Call& call) {
    Result result = begin_experiment(experiment_of(call.request), protocol::flag_field(call.request, "quick", false));
    const auto have = call.request.find("have");
    if (have != call.request.end() && !have->is_null()) take_figures(result, *have);
    result.measured_on = protocol::text_field(call.request, "measured_on", result.measured_on);

    ExperimentSettings settings;
    settings.quick = result.is_quick;
    settings.model = protocol::flag_field(call.request, "model", true);
    settings.model_cache = ModelledCache::user_folder();
    settings.machine = protocol::text_field(call.request, "machine", "");
    settings.measure_host = protocol::flag_field(call.request, "measure_host", true);
    settings.data = protocol::text_list_field(call.request, "data");

    ExperimentObserver observer;
    observer.cancelled = &call.cancelled;
    observer.progress = [&](const std::string& stage, const std::string& detail, std::size_t done, std::size_t total) {
        call.send(protocol::progress_event(call.id, stage, detail, static_cast<std::int64_t>(done),
                                           static_cast<std::int64_t>(total)));
    };
    observer.cell = [&](const experiment::Cell& cell) {
        call.send({{"id", call.id}, {"event", "cell"}, {"cell", experiment::cell_to_json(cell)}});
    };
    observer.device_lost = [&] { has_lost_device_ = true; };
    run_experiment(result, settings, machines_, observer);

    Json document = experiment::result_document(result);
    constexpr std::size_t frame = 1000; // what stands around the document in its line
    if (protocol::to_line(document).size() + frame > protocol::LineReader::longest_line)
        document = experiment::result_document(result, experiment::Samples::leave_out);
    return document;
}

} // namespace warploom::app
