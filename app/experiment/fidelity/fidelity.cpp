#include "app/experiment/fidelity/fidelity.h"

#include "engine/error.h"
#include "engine/experiment/claims.h"
#include "engine/measure/statistics.h"
#include "engine/sentence.h"

#include <cmath>
#include <set>
#include <sstream>
#include <tuple>

namespace warploom::app {

using namespace experiment;

namespace {

double median_of(std::vector<double> values) { return values.empty() ? 0 : measure::median(std::move(values)); }

std::string title_of(const Experiment& experiment, const experiment::Cell& cell) {
    const Series* const series = experiment.find_series(cell.series);
    std::string title = series != nullptr ? series->title : cell.series;
    for (const auto& [name, value] : cell.at) title += ", " + name + " " + value;
    return title;
}

} // namespace

bool counts(const Experiment& experiment, const Series& series) {
    if (series.reduce) {
        const Series* const of = experiment.find_series(series.reduce->of);
        return of != nullptr && counts(experiment, *of);
    }
    if (!series.run) return false;
    return series.figure == Figure::time || series.figure == Figure::time_with_copies ||
           series.figure == Figure::gflops || series.figure == Figure::clock;
}

ModelErrors errors_of(const std::vector<Result>& results) {
    ModelErrors errors;
    std::vector<double> fitted, others;
    // Count each published value once, because a table cell may belong to two experiments. Both ends of a range such as
    // "10 to 19" count as values.
    std::set<std::tuple<std::string, std::size_t, std::size_t, std::string>> seen;
    for (const Result& result : results)
        for (const auto& cell : result.cells) {
            const Series* const series = result.experiment.find_series(cell.series);
            const auto ratio = cell.ratio(experiment::CellColumn::modelled, experiment::CellColumn::published);
            if (series == nullptr || !ratio || !counts(result.experiment, *series)) continue;
            const auto printed = published_cell(result.experiment, *series, cell.at);
            if (printed && !seen.emplace(printed->file, printed->row, printed->column, series->part).second) continue;
            const double error = std::abs(*ratio - 1);
            (cell.modelled.is_fitted ? fitted : others).push_back(error);
            if (!cell.modelled.is_fitted && error > errors.worst) {
                errors.worst = error;
                errors.worst_cell = title_of(result.experiment, cell);
            }
        }
    errors.fitted = static_cast<int>(fitted.size());
    errors.others = static_cast<int>(others.size());
    errors.median_fitted = median_of(std::move(fitted));
    errors.median = median_of(std::move(others));
    return errors;
}

ModelClaims claims_of(const std::vector<Result>& results) {
    ModelClaims claims;
    for (const Result& result : results)
        for (const ClaimResult& claim : verdicts_of(result.experiment, result.cells)) {
            const Verdict verdict = claim[experiment::CellColumn::modelled].verdict;
            const bool is_ours = claim[experiment::CellColumn::published].verdict == Verdict::outside;
            ++(is_ours                       ? claims.ours
               : verdict == Verdict::holds   ? claims.right
               : verdict == Verdict::fails   ? claims.wrong
               : verdict == Verdict::outside ? claims.outside
                                             : claims.open);
        }
    return claims;
}

FidelityNotes fidelity_notes(const std::string& text, const std::string& where) {
    FidelityNotes notes;
    std::string id, line;
    std::istringstream lines(text);
    for (int number = 1; std::getline(lines, line); ++number) {
        if (line.starts_with("## ")) {
            id = line.substr(3);
            if (!notes.emplace(id, "").second)
                throw Error("file.malformed",
                            sentence("{file}, line {line}: duplicate heading '{heading}'.",
                                     {{"file", where}, {"line", number}, {"heading", id}}),
                            sentence("Combine the texts of both headings under one heading."));
        } else if (id.empty() && !line.empty() && !line.starts_with("# ") && !line.starts_with("<!--")) {
            throw Error(
                "file.malformed",
                sentence("{file}, line {line}: text before the first heading.", {{"file", where}, {"line", number}}),
                sentence("Start with `## ID`, where ID is a card, an experiment or `measured`."));
        } else if (!id.empty()) {
            notes[id] += line + "\n";
        }
    }
    for (auto& [key, note] : notes) {
        const auto first = note.find_first_not_of('\n'), last = note.find_last_not_of('\n');
        note = first == std::string::npos ? "" : note.substr(first, last - first + 1);
    }
    return notes;
}

} // namespace warploom::app
