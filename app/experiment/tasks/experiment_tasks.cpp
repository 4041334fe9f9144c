#include "app/experiment/tasks/experiment_tasks.h"

#include "app/experiment/share.h"
#include "engine/error.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/protocol/serialization/json.h"
#include "engine/regular_file.h"
#include "engine/sentence.h"

#include <algorithm>
#include <filesystem>
#include <map>

namespace warploom::app {

using experiment::Cell;
using experiment::CellValue;
using experiment::Result;

ExperimentTasks::ExperimentTasks(const experiment::Experiment& experiment, const std::string& name,
                                 const ExperimentSettings& settings, const std::string& folder, std::size_t most_tasks)
    : Tasks(folder, experiment.id + ".json"), settings_(settings), name_(name) {
    std::error_code no_file; // errors are ignored, because `name` may be an ID instead of a path
    if (std::filesystem::exists(name, no_file)) name_ = std::filesystem::absolute(name).string();
    const WorkUnits units =
        units_of(experiment, settings.quick, settings.model, settings.machine != "none", settings.measure_host);
    cut(units.modelled, units.all(), most_tasks);
    begin(work_of(experiment, settings));
}

Json ExperimentTasks::work_of(const experiment::Experiment& experiment, const ExperimentSettings& settings) {
    Json data = Json::array();
    for (const std::string& folder : settings.data) data.push_back(std::filesystem::absolute(folder).string());
    return {{"experiment", Json::parse(experiment.text)},
            {"quick", settings.quick},
            {"machine", settings.machine},
            {"model", settings.model},
            {"host", settings.measure_host},
            {"data", data}};
}

std::vector<std::string> ExperimentTasks::command(const std::string& program, const std::string& task,
                                                  const std::string& out) const {
    std::vector<std::string> words{program, "experiment", "run", name_, "--share", task + "/" + std::to_string(count()),
                                   "--out", out};
    if (settings_.quick) words.emplace_back("--quick");
    if (!settings_.model) words.emplace_back("--no-model");
    if (!settings_.measure_host) words.emplace_back("--no-host");
    if (!settings_.machine.empty()) words.insert(words.end(), {"--machine", settings_.machine});
    for (const std::string& data : settings_.data)
        words.insert(words.end(), {"--data", std::filesystem::absolute(data).string()});
    return words;
}

Result ExperimentTasks::result(std::size_t task) const {
    const std::string path = file_of(task);
    try {
        Result found = experiment::result_from_text(read_regular_file(path, experiment::largest_result), path);
        if (lookup_or_default(found.facts, task_fact) == mark_of(task)) return found;
    } catch (const Error& error) {
        if (error.code() == "file.missing") throw;
        refuse(sentence("The file '{file}' is incomplete: it is empty, truncated or modified.",
                        {{"file", file_of(task)}}));
    }
    refuse(sentence("The file '{file}' contains the result of another task.", {{"file", file_of(task)}}));
}

namespace {

/// Returns the cells of a result, keyed by series and parameter values.
std::map<std::string, Cell*> places_of(Result& result) {
    std::map<std::string, Cell*> places;
    for (Cell& cell : result.cells) {
        experiment::Bindings at = cell.at;
        std::sort(at.begin(), at.end());
        std::string key = cell.series;
        for (const auto& [name, value] : at) key += "\n" + name + "=" + value;
        places[key] = &cell;
    }
    return places;
}

void take(CellValue& into, const CellValue& from, const std::string& node) {
    if (into.number || (!from.number && from.why_not.empty())) return;
    into = from;
    if (from.number && !node.empty())
        into.note = into.note.empty() ? sentence("On {node}.", {{"node", node}})
                                      : sentence("{note} On {node}.", {{"note", into.note}, {"node", node}});
}

std::size_t measured_in(const Result& result) {
    return static_cast<std::size_t>(std::count_if(result.cells.begin(), result.cells.end(),
                                                  [](const Cell& cell) { return cell.measured.number.has_value(); }));
}

/// Sets why_not for each cell without a measured value from this type of machine.
void say_where_it_is(Result& result) {
    for (Cell& cell : result.cells)
        if (!cell.measured.is_settled())
            cell.measured.why_not = sentence("Measured on a different type of machine, or not at all.");
}

} // namespace

std::vector<Result> joined(const ExperimentTasks& tasks, const experiment::Experiment& experiment, bool quick) {
    std::map<std::string, Result> kinds;
    std::vector<Result> parts;
    for (std::size_t task = 0; task < tasks.count(); ++task)
        if (tasks.is_done(task)) parts.push_back(tasks.result(task));
    for (const Result& part : parts)
        if (measured_in(part) > 0) kinds.try_emplace(part.measured_on, begin_experiment(experiment, quick));
    if (kinds.empty()) kinds.try_emplace("", begin_experiment(experiment, quick));
    for (auto& [measured_on, whole] : kinds) {
        auto places = places_of(whole);
        std::vector<std::string> nodes;
        for (Result& part : parts) {
            const bool is_its = part.measured_on == measured_on;
            const std::string node = lookup_or_default(part.facts, node_fact);
            for (const auto& [key, cell] : places_of(part)) {
                const auto at = places.find(key);
                // Skip derived cells, because they are computed from the merged result below.
                if (at == places.end() || !experiment.find_series(cell->series)->run) continue;
                take(at->second->modelled, cell->modelled, {});
                at->second->modelled.is_fitted = at->second->modelled.is_fitted || cell->modelled.is_fitted;
                if (is_its || !cell->measured.number) take(at->second->measured, cell->measured, node);
            }
            if (whole.profiles.empty()) whole.profiles = part.profiles;
            if (!part.modelled_on.empty()) whole.modelled_on = part.modelled_on;
            if (!is_its || measured_in(part) == 0) continue;
            if (whole.facts.empty()) whole.facts = part.facts;
            if (std::find(nodes.begin(), nodes.end(), node) == nodes.end()) nodes.push_back(node);
            whole.date = std::max(whole.date, part.date);
        }
        if (whole.facts.empty() && !parts.empty()) {
            whole.facts = parts.front().facts;
            whole.date = parts.front().date;
        }
        std::erase_if(whole.facts, [](const auto& fact) { return fact.first == node_fact || fact.first == task_fact; });
        std::sort(nodes.begin(), nodes.end());
        if (!nodes.empty()) whole.facts.emplace_back("measured on the nodes", join(nodes));
        whole.facts.emplace_back("tasks",
                                 sentence("{done} of {total}", {{"done", parts.size()}, {"total", tasks.count()}}));
        whole.measured_on = measured_on;
        if (kinds.size() > 1) say_where_it_is(whole);
        experiment::derive(experiment, whole.cells);
        whole.is_complete =
            parts.size() == tasks.count() && std::all_of(whole.cells.begin(), whole.cells.end(), [](const Cell& cell) {
                return cell.modelled.is_settled() && cell.measured.is_settled();
            });
    }
    std::vector<Result> all;
    for (auto& [measured_on, whole] : kinds) all.push_back(std::move(whole));
    std::stable_sort(all.begin(), all.end(),
                     [](const Result& a, const Result& b) { return measured_in(a) > measured_in(b); });
    return all;
}

} // namespace warploom::app
