#include "engine/experiment/derivation.h"
#include "engine/wire/json.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace warploom::experiment {

namespace {

/// Writes a number as a number, so that programs that read the file need not guess.
warploom::Cell word(const std::string& text) {
    if (text.empty()) return {};
    if (double number = 0; wire::is_number_text(text, &number)) return number;
    return text;
}

warploom::Cell optional_number(const std::optional<double>& number) {
    if (!number) return {};
    return *number;
}

void add_variables(const Experiment& experiment, Table& table) {
    for (const auto& variable : experiment.variables) table.columns.push_back({variable.name, variable.unit});
}

void add_values(const Experiment& experiment, const Cell& cell, std::vector<warploom::Cell>& row) {
    for (const auto& variable : experiment.variables) {
        const auto bound =
            std::find_if(cell.at.begin(), cell.at.end(), [&](const auto& one) { return one.first == variable.name; });
        row.push_back(bound == cell.at.end() ? warploom::Cell() : word(bound->second));
    }
}

/// "modelled: There is no model of hosts. measured: There is no GPU here."
std::string joined(const Cell& cell, std::string Value::*what) {
    std::string text;
    for (const Column column : columns)
        if (const std::string& one = cell.value(column).*what; !one.empty() && column != Column::published)
            text += (text.empty() ? "" : " ") + std::string(to_string(column)) + ": " + one;
    return text;
}

} // namespace

Table cell_table(const Experiment& experiment, const std::vector<Cell>& cells) {
    Table table;
    table.title = experiment.title;
    table.columns.push_back({"series", ""});
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
        row.push_back(optional_number(cell.ratio(Column::modelled, Column::published)));
        row.push_back(optional_number(cell.ratio(Column::measured, Column::published)));
        row.push_back(optional_number(cell.ratio(Column::measured, Column::modelled)));
        row.emplace_back(joined(cell, &Value::why_not));
        row.emplace_back(joined(cell, &Value::kernel));
        row.emplace_back(joined(cell, &Value::note));
        table.add_row(std::move(row));
    }
    return table;
}

Table sample_table(const Experiment& experiment, const std::vector<Cell>& cells) {
    Table table;
    table.title = experiment.title + ": samples";
    table.columns.push_back({"series", ""});
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
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, std::chars_format::general, 3).ptr;
    const std::string text(buffer.data(), end);
    if (double back = 0; wire::is_number_text(text, &back)) return wire::number_text(back); // no 1e+03 for a thousand
    return text;
}

std::string name_of(const Experiment& experiment, const Cell& cell) {
    const Series* series = experiment.find_series(cell.series);
    std::string name = series == nullptr ? cell.series : series->title;
    for (const auto& [variable, value] : cell.at) {
        const Variable* known = experiment.find_variable(variable);
        const bool is_number = wire::is_number_text(value);
        name += ", " + (is_number ? (known == nullptr ? variable : known->title) + " " : std::string()) + value;
    }
    return name;
}

} // namespace warploom::experiment
