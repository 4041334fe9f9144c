#include "app/experiment/modelled_cache.h"
#include "app/experiment/run_experiment.h"
#include "app/worker/request_call.h"
#include "engine/protocol/framing/line_reader.h"

#include <optional>
#include <string>

namespace warploom::app {

using experiment::Result;

namespace {

/// Reads an experiment from a request, which specifies an ID, a path on the worker's machine, or the contents of a file
/// as a string or an object.
experiment::Experiment experiment_of(const protocol::Reader& in) {
    const char* const where = "The experiment of the request";
    if (in.json().is_object()) return experiment::experiment_from_json(in.json().dump(2), where);
    const std::string& text = in.text();
    const auto first = text.find_first_not_of(" \t\r\n");
    if (first != std::string::npos && text[first] == '{') return experiment::experiment_from_json(text, where);
    return experiment::find_experiment(text);
}

void take_figures(Result& result, const protocol::Reader& have) {
    const protocol::Reader own_cells = have.member("cells"), machine = have.member("measured_on");
    const protocol::Reader& cells = have.json().is_object() ? own_cells : have;
    if (!cells.is_missing()) {
        if (!cells.json().is_array()) have.refuse("a list of cells or a result");
        take_over(result, experiment::cells_from_json(cells.json()));
    }
    if (!machine.is_missing()) result.measured_on = machine.is_nothing() ? "" : machine.text();
}

} // namespace

Json RequestHandler::experiment(const Call& call) {
    const auto request = protocol::read_request<protocol::ExperimentRequest>(call.request);
    ExperimentSettings settings;
    settings.quick = request.quick;
    settings.model = request.model;
    settings.machine = request.machine;
    settings.measure_host = request.measure_host;
    settings.data = request.data;
    settings.model_cache = ModelledCache::user_folder();
    const protocol::Reader whole(call.request, protocol::request_source());
    Result result = begin_experiment(experiment_of(whole.member("experiment")), settings.quick);
    if (const protocol::Reader have = whole.member("have"); !have.is_nothing()) take_figures(result, have);
    if (request.measured_on) result.measured_on = *request.measured_on;

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
    // Number of bytes reserved for the other fields of the message that contains the document.
    constexpr std::size_t frame = 1000;
    if (protocol::to_line(document).size() + frame > protocol::LineReader::longest_line)
        document = experiment::result_document(result, experiment::IncludeSamples::leave_out);
    return document;
}

} // namespace warploom::app
