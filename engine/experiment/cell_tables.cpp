#include "engine/error.h"
#include "engine/experiment/digest.h"
#include "engine/experiment/result_parts.h"
#include "engine/portable.h"
#include "engine/protocol/serialization/json.h"
#include "engine/sentence.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace warploom::experiment {
namespace {

/// Returns a numeric table cell if the text is a number, so that programs that read the table do not have to parse
/// text.
warploom::Cell word(const std::string& text) {
    if (text.empty()) return {};
    if (double number = 0; protocol::is_number_text(text, &number)) return number;
    return text;
}

warploom::Cell optional_number(const std::optional<double>& number) {
    if (!number) return {};
    return *number;
}

void add_variables(const Experiment& experiment, Table& table) {
    table.columns.push_back({"series", ""});
    for (const auto& variable : experiment.variables) table.columns.push_back({variable.name, variable.unit});
}

void add_values(const Experiment& experiment, const Cell& cell, std::vector<warploom::Cell>& row) {
    for (const auto& variable : experiment.variables) row.push_back(word(value_of(cell.at, variable.name)));
}

/// Joins the texts that the columns have for one member of a cell, such as "modelled: There is no model of hosts.
/// measured: There is no GPU here."
std::string joined(const Cell& cell, std::string CellValue::*what) {
    std::string text;
    for (const CellColumn column : columns)
        if (const std::string& one = cell.value(column).*what; !one.empty() && column != CellColumn::published)
            text += (text.empty() ? "" : " ") + std::string(to_string(column)) + ": " + one;
    return text;
}

} // namespace

Table cell_table(const Experiment& experiment, const std::vector<Cell>& cells) {
    Table table;
    table.title = experiment.title;
    add_variables(experiment, table);
    for (const char* name :
         {"unit", "published", "printed", "modelled", "fitted", "measured", "measured_low", "measured_high",
          "modelled_per_published", "measured_per_published", "measured_per_modelled", "why_not", "kernels", "notes"})
        table.columns.push_back({name, ""});
    for (const auto& cell : cells) {
        const Series* series = experiment.find_series(cell.series);
        std::vector<warploom::Cell> row{cell.series};
        add_values(experiment, cell, row);
        row.emplace_back(series == nullptr ? std::string() : series->unit);
        row.push_back(optional_number(cell.published.number));
        row.emplace_back(cell.published.text);
        row.push_back(optional_number(cell.modelled.number));
        row.emplace_back(std::string(cell.modelled.is_fitted ? "yes" : ""));
        row.push_back(optional_number(cell.measured.number));
        row.push_back(optional_number(cell.measured.low));
        row.push_back(optional_number(cell.measured.high));
        row.push_back(optional_number(cell.ratio(CellColumn::modelled, CellColumn::published)));
        row.push_back(optional_number(cell.ratio(CellColumn::measured, CellColumn::published)));
        row.push_back(optional_number(cell.ratio(CellColumn::measured, CellColumn::modelled)));
        row.emplace_back(joined(cell, &CellValue::why_not));
        row.emplace_back(joined(cell, &CellValue::kernel));
        row.emplace_back(joined(cell, &CellValue::note));
        table.add_row(std::move(row));
    }
    return table;
}

Table sample_table(const Experiment& experiment, const std::vector<Cell>& cells) {
    Table table;
    table.title = sentence("{experiment}: samples", {{"experiment", experiment.title}});
    add_variables(experiment, table);
    table.columns.push_back({"number", ""});
    table.columns.push_back({"time", "ns"});
    for (const auto& cell : cells)
        for (std::size_t i = 0; i < cell.measured.samples_ns.size(); ++i) {
            std::vector<warploom::Cell> row{cell.series};
            add_values(experiment, cell, row);
            row.emplace_back(static_cast<std::int64_t>(i + 1));
            row.emplace_back(cell.measured.samples_ns[i]);
            table.add_row(std::move(row));
        }
    return table;
}

std::string short_number(double number) {
    std::array<char, 32> buffer{};
    const auto end =
        portable::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::general, 3).ptr;
    const std::string text(buffer.data(), end);
    if (double back = 0; protocol::is_number_text(text, &back))
        return protocol::number_text(back); // formats 1000 as "1000" instead of "1e+03"
    return text;
}

std::string name_of(const Experiment& experiment, const Cell& cell) {
    const Series* series = experiment.find_series(cell.series);
    std::string name = series == nullptr ? cell.series : series->title;
    for (const auto& [variable, value] : cell.at) {
        const Variable* known = experiment.find_variable(variable);
        const bool is_number = protocol::is_number_text(value);
        name += ", " + (is_number ? (known == nullptr ? variable : known->title) + " " : std::string()) + value;
    }
    return name;
}

namespace {

/// Returns the definition of a series in canonical form, without the title and the published cells.
std::string meaning_of(const ResultJson& document, const std::string& id) {
    for (const auto& series : document.at("series")) {
        if (series.at("id") != id) continue;
        ResultJson some = ResultJson::object();
        for (const char* key : {"over", "unit", "run", "ratio", "reduce", "figure", "options"})
            if (series.contains(key)) some[key] = series[key];
        return canonical(some);
    }
    return {};
}

void check_same(const Result& a, const Result& b) {
    if (a.experiment.id != b.experiment.id)
        throw Error("result.compare",
                    sentence("The two results are from different experiments: \"{one}\" and \"{other}\".",
                             {{"one", a.experiment.id}, {"other", b.experiment.id}}),
                    sentence("Open two results of the same experiment."));
    const ResultJson of_a = document_of(a.experiment), of_b = document_of(b.experiment);
    for (const auto& series : a.experiment.series)
        if (b.experiment.find_series(series.id) != nullptr &&
            meaning_of(of_a, series.id) != meaning_of(of_b, series.id))
            throw Error(
                "result.compare",
                sentence("The two results are from different versions of \"{experiment}\": the series \"{series}\" is "
                         "defined differently.",
                         {{"experiment", a.experiment.id}, {"series", series.id}}),
                sentence("Run one of the experiments again with the experiment file of the other result."));
}

void add_fact(Table& table, const std::string& key, const std::string& a, const std::string& b) {
    if (a == b) return;
    table.facts.emplace_back(key + " (a)", a);
    table.facts.emplace_back(key + " (b)", b);
}

void add_facts(const Result& a, const Result& b, Table& table) {
    add_fact(table, "date", a.date, b.date);
    add_fact(table, "form", a.is_quick ? "quick" : "full", b.is_quick ? "quick" : "full");
    add_fact(table, "measured on", a.measured_on, b.measured_on);
    add_fact(table, "modelled on", a.modelled_on, b.modelled_on);
    for (const auto& [key, value] : a.facts) add_fact(table, key, value, value_of(b.facts, key));
    for (const auto& [key, value] : b.facts)
        if (std::none_of(a.facts.begin(), a.facts.end(),
                         [&, name = key](const auto& one) { return one.first == name; }))
            add_fact(table, key, {}, value);
}

warploom::Cell number(const CellValue* value) {
    return value == nullptr ? warploom::Cell() : optional_number(value->number);
}

warploom::Cell ratio(const CellValue* a, const CellValue* b) {
    if (a == nullptr || b == nullptr || !a->number || !b->number || *a->number == 0) return {};
    return *b->number / *a->number;
}

void add_row(const Experiment& experiment, const Cell& cell, const Cell* a, const Cell* b, Table& table) {
    std::vector<warploom::Cell> row{cell.series};
    add_values(experiment, cell, row);
    row.emplace_back(experiment.find_series(cell.series)->unit);
    for (const CellColumn column : {CellColumn::modelled, CellColumn::measured}) {
        const CellValue *left = a == nullptr ? nullptr : &a->value(column),
                        *right = b == nullptr ? nullptr : &b->value(column);
        row.push_back(number(left));
        row.push_back(number(right));
        row.push_back(ratio(left, right));
    }
    table.add_row(std::move(row));
}

} // namespace

Table compare(const Result& a, const Result& b) {
    check_same(a, b);
    Table table;
    table.title = a.experiment.title;
    add_facts(a, b, table);
    add_variables(a.experiment, table);
    for (const char* name :
         {"unit", "a_modelled", "b_modelled", "b_per_a_modelled", "a_measured", "b_measured", "b_per_a_measured"})
        table.columns.push_back({name, ""});
    const CellIndex of_a(a.cells), of_b(b.cells);
    for (const auto& cell : a.cells) {
        const auto found = of_b.find(cell.series, cell.at);
        add_row(a.experiment, cell, &cell, found < 0 ? nullptr : &b.cells[found], table);
    }
    for (const auto& cell : b.cells)
        if (of_a.find(cell.series, cell.at) < 0 && a.experiment.find_series(cell.series) != nullptr)
            add_row(a.experiment, cell, nullptr, &cell, table);
    return table;
}

} // namespace warploom::experiment
