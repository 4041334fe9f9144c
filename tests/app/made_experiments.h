// Small experiments for tests.
#pragma once

#include "app/experiment/machine_choice.h"
#include "app/experiment/run_experiment.h"

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace warploom::test {

using experiment::Result;

/// Returns `text` with each @word@ replaced. moc does not understand raw strings that begin or end with a quotation
/// mark.
inline std::string filled(std::string text, const std::vector<std::pair<std::string, std::string>>& words) {
    for (const auto& [word, value] : words)
        for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + value.size()))
            text.replace(at, word.size(), value);
    return text;
}

/// Returns an experiment for one GPU with the given variables and series.
inline experiment::Experiment made_of(const std::string& variables, const std::string& series,
                                      const char* card = "gtx295") {
    const std::string text = R"( {"warploom_experiment": 1, "id": "made", "source": "nobody", "title": "made",
        "conclusion": "", "card": "@card@", "variables": {@variables@}, "series": [@series@]} )";
    return experiment::experiment_from_json(
        filled(text, {{"@card@", card}, {"@variables@", variables}, {"@series@", series}}), "made");
}

inline Result run(const experiment::Experiment& experiment, const app::MachineList& machines,
                  app::ExperimentSettings settings = {}, const app::ExperimentObserver& observer = {}) {
    Result result = app::begin_experiment(experiment, true);
    settings.quick = true;
    app::run_experiment(result, settings, machines, observer);
    return result;
}

inline const experiment::Cell& cell(const Result& result, const std::string& series,
                                    const experiment::Bindings& at = {}) {
    const experiment::Cell* const found = experiment::find_cell(result.cells, series, at);
    if (found == nullptr) throw std::runtime_error("no cell of " + series);
    return *found;
}

} // namespace warploom::test
