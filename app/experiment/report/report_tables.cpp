#include "app/experiment/report/report_parts.h"
#include "engine/experiment/claims.h"
#include "engine/format_number.h"
#include "engine/html.h"
#include "engine/sentence.h"

#include <algorithm>

namespace warploom::app {

using experiment::Cell;
using experiment::CellColumn;
using experiment::CellValue;
using experiment::columns;
using experiment::Experiment;
using experiment::Result;
using experiment::Series;

namespace {

/// Collects the numbered footnotes of a table without duplicates.
class Footnotes {
public:
    std::string mark(const std::string& text) {
        if (text.empty()) return {};
        const auto at = std::find(notes_.begin(), notes_.end(), text);
        const auto number = at - notes_.begin() + 1;
        if (at == notes_.end()) notes_.push_back(text);
        return "<sup>" + std::to_string(number) + "</sup>";
    }
    std::string list() const {
        if (notes_.empty()) return {};
        std::string html = "<ol class=\"notes\">\n";
        for (const auto& note : notes_) html += "<li>" + html_escaped(note) + "</li>\n";
        return html + "</ol>\n";
    }

private:
    std::vector<std::string> notes_;
};

std::string shown(const CellValue& value, CellColumn column) {
    if (!value.text.empty()) return value.text;
    return value.number ? format_number(*value.number, column == CellColumn::published ? "%.12g" : "%.4g") : "";
}

std::string value_cell(const CellValue& value, CellColumn column, Footnotes& notes) {
    std::string html = std::string("<td class=\"") + experiment::to_string(column) + "\">";
    const std::string text = shown(value, column);
    html += text.empty() ? "-" : html_escaped(text);
    if (value.is_fitted && value.number) html += "<span class=\"fitted\" title=\"fitted\">&#8224;</span>";
    if (value.low && value.high && column == CellColumn::measured)
        html += "<small> " + format_number(*value.low) + " to " + format_number(*value.high) + "</small>";
    html += notes.mark(value.number || !value.text.empty() ? "" : value.why_not) + notes.mark(value.note) +
            notes.mark(value.kernel.empty() ? "" : sentence("Kernel: {kernel}.", {{"kernel", value.kernel}}));
    return html + "</td>";
}

std::string ratio_cell(const Cell& cell, CellColumn of, CellColumn over) {
    const auto ratio = cell.ratio(of, over);
    return "<td class=\"ratio\">" + (ratio ? format_number(*ratio) : std::string("-")) + "</td>";
}

std::string unit_of(const Series& series) { return series.unit.empty() ? "" : ", " + html_escaped(series.unit); }

/// Returns the header of a column with the ratio `of` / `over`, including alternative text for screen readers.
std::string ratio_header(const char* of, const char* over) {
    return std::string("<th scope=\"col\" class=\"ratio\">") + of + " /<br>" + over + "</th>";
}

std::string series_table(const Experiment& experiment, const Series& series, const std::vector<const Cell*>& cells) {
    Footnotes notes;
    std::string html =
        "<h3>" + html_escaped(series.title.empty() ? series.id : series.title) + unit_of(series) + "</h3>\n";
    html += "<div class=\"wide\"><table>\n<thead><tr>";
    for (const auto& name : series.over) {
        const auto* const variable = experiment.find_variable(name);
        const std::string title = variable == nullptr || variable->title.empty() ? name : variable->title;
        html += "<th scope=\"col\">" + html_escaped(title) +
                (variable == nullptr || variable->unit.empty() ? "" : ", " + html_escaped(variable->unit)) + "</th>";
    }
    for (const CellColumn column : columns)
        html += std::string("<th scope=\"col\" class=\"") + experiment::to_string(column) +
                "\"><span class=\"look\"></span>" + experiment::to_string(column) + "</th>";
    html += ratio_header("modeled", "published") + ratio_header("measured", "published") +
            ratio_header("measured", "modeled") + "</tr></thead>\n<tbody>\n";
    for (const Cell* const cell : cells) {
        html += "<tr>";
        for (const auto& [name, value] : cell->at) html += "<th scope=\"row\">" + html_escaped(value) + "</th>";
        for (const CellColumn column : columns) html += value_cell(cell->value(column), column, notes);
        html += ratio_cell(*cell, CellColumn::modelled, CellColumn::published) +
                ratio_cell(*cell, CellColumn::measured, CellColumn::published) +
                ratio_cell(*cell, CellColumn::measured, CellColumn::modelled) + "</tr>\n";
    }
    return html + "</tbody></table></div>\n" + notes.list();
}

} // namespace

std::string report_tables(const Result& result) {
    std::string html = "<h2>" + sentence("Figures") + "</h2>\n";
    const auto name = [](CellColumn column) {
        const std::string word = experiment::to_string(column);
        return "<span class=\"" + word + "\"><span class=\"look\"></span>" + word + "</span>";
    };
    html += "<p>" +
            sentence("There are three kinds of values: {published} values are printed in the paper, {modelled} values "
                     "are estimates for the card of the paper, and {measured} values were measured on the machine "
                     "named above. The range next to a measured value covers the middle half of its samples.",
                     {{"published", name(CellColumn::published)},
                      {"modelled", name(CellColumn::modelled)},
                      {"measured", name(CellColumn::measured)}}) +
            "</p>\n";
    const bool has_fitted =
        std::any_of(result.cells.begin(), result.cells.end(), [](const Cell& cell) { return cell.modelled.is_fitted; });
    if (has_fitted)
        html += "<p>" +
                sentence("{mark} The parameters of the card were fitted to these published values, so agreement is "
                         "less meaningful here.",
                         {{"mark", "<span class=\"fitted\">&#8224;</span>"}}) +
                "</p>\n";
    for (const Series& series : result.experiment.series) {
        std::vector<const Cell*> cells;
        for (const Cell& cell : result.cells)
            if (cell.series == series.id) cells.push_back(&cell);
        if (!cells.empty()) html += series_table(result.experiment, series, cells);
    }
    return html;
}

std::string report_claims(const Result& result) {
    if (result.experiment.claims.empty()) return {};
    const auto judged = experiment::verdicts_of(result.experiment, result.cells);
    std::string html = "<h2>" + sentence("Claims of the paper") +
                       "</h2>\n<div class=\"wide\"><table class=\"claims\">\n<thead><tr><th scope=\"col\">" +
                       sentence("claim") + "</th>";
    for (const CellColumn column : columns)
        html += std::string("<th scope=\"col\" class=\"") + experiment::to_string(column) +
                "\"><span class=\"look\"></span>" + experiment::to_string(column) + "</th>";
    html += "</tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < judged.size(); ++i) {
        const auto& claim = result.experiment.claims[i];
        html += "<tr><th scope=\"row\">" + html_escaped(claim.text);
        if (const std::string bound = experiment::threshold_text(claim); !bound.empty())
            html += "<br><small>" + html_escaped(bound) + "</small>";
        html += "</th>";
        for (const CellColumn column : columns) {
            const auto& judgement = judged[i][column];
            const char* const kind = judgement.verdict == experiment::Verdict::holds   ? "holds"
                                     : judgement.verdict == experiment::Verdict::fails ? "fails"
                                                                                       : "open";
            html += std::string("<td class=\"") + kind + "\"><strong>" + experiment::to_string(judgement.verdict) +
                    "</strong><br><small>" + html_escaped(judgement.sentence) + "</small></td>";
        }
        html += "</tr>\n";
    }
    return html + "</tbody></table></div>\n";
}

} // namespace warploom::app
