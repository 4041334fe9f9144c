#include "app/cli/text_output.h"
#include "engine/experiment/claims.h"
#include "engine/items.h"
#include "engine/join.h"
#include "engine/measure/statistics.h"
#include "engine/protocol/messages/pitfall.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

using experiment::CellColumn;
using experiment::Experiment;
using experiment::Result;

namespace {

/// Returns the median ratio of the columns `of` and `over` across the cells of a series; NaN if there is no cell with
/// both values.
double median_ratio(const Result& result, const std::string& series, CellColumn of, CellColumn over) {
    std::vector<double> ratios;
    for (const auto& cell : result.cells)
        if (cell.series == series)
            if (const auto ratio = cell.ratio(of, over)) ratios.push_back(*ratio);
    return measure::median(std::move(ratios));
}

std::string run_of(const experiment::RunTemplate& run) {
    const std::string inputs = join(run.inputs, ", else ");
    switch (run.place) {
    case experiment::Place::gpu:
        return sentence("{operation} {kernel} on the card: {inputs}",
                        {{"operation", run.operation}, {"kernel", run.kernel}, {"inputs", inputs}});
    case experiment::Place::cpu:
        return sentence("{operation} {kernel} on the host: {inputs}",
                        {{"operation", run.operation}, {"kernel", run.kernel}, {"inputs", inputs}});
    default:
        return sentence("{operation} {kernel} on several GPUs: {inputs}",
                        {{"operation", run.operation}, {"kernel", run.kernel}, {"inputs", inputs}});
    }
}

} // namespace

std::string experiment_list_text(const std::vector<Experiment>& list) {
    std::vector<std::vector<std::string>> lines;
    for (const auto& e : list) lines.push_back({e.id, e.source, e.place, e.card.empty() ? "-" : e.card, e.title});
    return aligned({"experiment", "source", "place", "card", "title"}, lines) +
           sentence("Folder for your own experiments: {folder}", {{"folder", experiment::user_folder()}}) + "\n";
}

Json experiment_list_document(const std::vector<Experiment>& list, const std::vector<std::string>& complaints) {
    Json documents = Json::array();
    for (const auto& e : list)
        documents.push_back({{"id", e.id},
                             {"source", e.source},
                             {"place", e.place},
                             {"title", e.title},
                             {"card", e.card},
                             {"series", e.series.size()},
                             {"claims", e.claims.size()}});
    return {{"experiments", documents}, {"complaints", complaints}};
}

std::string experiment_text(const Experiment& e) {
    std::string text = e.title + "\n" + e.source + ", " + e.place + "\n" +
                       (e.card.empty() ? std::string() : sentence("Modeled for {card}.", {{"card", e.card}}) + "\n") +
                       "\n" + e.conclusion + "\n";
    if (!e.remarks.empty()) text += e.remarks + "\n";
    std::vector<std::vector<std::string>> lines;
    for (const auto& variable : e.variables) {
        const auto names = transform_to_vector(variable.values, &experiment::VariableValue::name);
        lines.push_back({variable.name, join(names), join(variable.quick)});
    }
    if (!lines.empty()) text += "\n" + aligned({"variable", "values", "quick"}, lines);
    lines.clear();
    for (const auto& series : e.series) {
        const std::string what = series.run     ? run_of(*series.run)
                                 : series.ratio ? series.ratio->of + " / " + series.ratio->over

                                                : sentence("reduction of {series}", {{"series", series.reduce->of}});
        lines.push_back(
            {series.id, join(series.over), series.unit, series.run ? experiment::to_string(series.figure) : "-", what});
    }
    text += "\n" + aligned({"series", "over", "unit", "figure", "is"}, lines);
    if (!e.claims.empty()) text += "\n" + sentence("Claims:") + "\n";
    for (const auto& claim : e.claims) {
        const std::string bound = experiment::threshold_text(claim);
        text += "- " + claim.text + (bound.empty() ? "" : " (" + bound + ")") + "\n";
    }
    return text;
}

std::string result_text(const Result& result) {
    const auto& e = result.experiment;
    std::string text =
        e.title + "\n" +
        (result.modelled_on.empty() ? sentence("Not modeled.")
                                    : sentence("Modeled for {card}.", {{"card", result.modelled_on}})) +
        " " +
        (result.measured_on.empty() ? sentence("Not measured.")
                                    : sentence("Measured on {machine}.", {{"machine", result.measured_on}})) +
        "\n";
    if (!result.is_complete) text += sentence("The run was stopped before it finished.") + "\n";
    std::vector<std::vector<std::string>> lines;
    for (const auto& series : e.series) {
        const auto count = [&](CellColumn column) {
            const auto found = std::count_if(result.cells.begin(), result.cells.end(), [&](const auto& cell) {
                return cell.series == series.id && cell.value(column).number;
            });
            return std::to_string(found);
        };
        const auto ratio = [&](CellColumn of, CellColumn over) {
            return figure_text(median_ratio(result, series.id, of, over));
        };
        lines.push_back({series.id, count(CellColumn::published), count(CellColumn::modelled),
                         count(CellColumn::measured), ratio(CellColumn::modelled, CellColumn::published),
                         ratio(CellColumn::measured, CellColumn::published),
                         ratio(CellColumn::measured, CellColumn::modelled)});
    }
    text += "\n" + aligned({"series", "published", "modeled", "measured", "modeled/published", "measured/published",
                            "measured/modeled"},
                           lines);
    if (e.claims.empty()) return text;
    lines.clear();
    const auto judged = experiment::verdicts_of(e, result.cells);
    for (std::size_t i = 0; i < judged.size(); ++i)
        lines.push_back({experiment::to_string(judged[i][CellColumn::published].verdict),
                         experiment::to_string(judged[i][CellColumn::modelled].verdict),
                         experiment::to_string(judged[i][CellColumn::measured].verdict),
                         e.claims[i].threshold.empty() ? "-" : e.claims[i].threshold, e.claims[i].text});
    return text + "\n" + aligned({"published", "modeled", "measured", "bound", "claim"}, lines);
}

std::string files_text(const std::string& folder, const ResultFiles::Written& written) {
    std::string text =
        sentence("Wrote to {folder}: {files}", {{"folder", folder}, {"files", join(written.files)}}) + "\n";
    if (!written.no_pictures.empty())
        text += sentence("{reason} The report has no images.", {{"reason", written.no_pictures}}) + "\n";
    return text;
}

std::string table_text(const Table& table) {
    std::string text;
    for (const auto& [key, value] : table.facts) text += key + ": " + value + "\n";
    // Use readable column headings such as "cholesky entries", and suitable time units.
    const auto header = transform_to_vector(table.columns, [](const warploom::Column& column) {
        std::string words = column.unit == "ns" ? column.name : column.header();
        std::replace(words.begin(), words.end(), '_', ' ');
        return words;
    });
    std::vector<std::vector<std::string>> lines;
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        std::vector<std::string> line;
        for (std::size_t column = 0; column < table.columns.size(); ++column) {
            const Cell& cell = table.rows[row][column];
            const auto* const number = std::get_if<double>(&cell);
            line.push_back(number == nullptr                    ? table.text(row, column)
                           : table.columns[column].unit == "ns" ? time_cell(*number)
                                                                : figure_text(*number));
        }
        lines.push_back(std::move(line));
    }
    return text + (text.empty() ? "" : "\n") + aligned(header, lines);
}

Json table_document(const Table& table) {
    Json facts = Json::object(), written = protocol::write(table);
    for (const auto& [key, value] : table.facts) facts[key] = value;
    return {{"title", table.title}, {"facts", facts}, {"columns", written["columns"]}, {"rows", written["rows"]}};
}

} // namespace warploom::app
