#include "engine/error.h"
#include "engine/experiment/derivation.h"
#include "engine/experiment/digest.h"
#include "engine/experiment/result_parts.h"

#include <algorithm>

namespace warploom::experiment {

namespace {

/// What the figures of a series are: its title and its printed cells may differ.
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
                    "The two results are of different experiments: \"" + a.experiment.id + "\" and \"" +
                        b.experiment.id + "\".",
                    "Open two results of the same experiment.");
    const ResultJson of_a = document_of(a.experiment), of_b = document_of(b.experiment);
    for (const auto& series : a.experiment.series)
        if (b.experiment.find_series(series.id) != nullptr &&
            meaning_of(of_a, series.id) != meaning_of(of_b, series.id))
            throw Error("result.compare",
                        "The two results are of different versions of \"" + a.experiment.id + "\": the series \"" +
                            series.id + "\" is not made alike.",
                        "Run one of them again with the other's file.");
}

void add_fact(Table& table, const std::string& key, const std::string& a, const std::string& b) {
    if (a == b) return;
    table.facts.emplace_back(key + " (a)", a);
    table.facts.emplace_back(key + " (b)", b);
}

void add_facts(const Result& a, const Result& b, Table& table) {
    const auto of = [](const Result& result, const std::string& key) {
        for (const auto& [name, value] : result.facts)
            if (name == key) return value;
        return std::string();
    };
    add_fact(table, "date", a.date, b.date);
    add_fact(table, "form", a.is_quick ? "quick" : "full", b.is_quick ? "quick" : "full");
    add_fact(table, "measured on", a.measured_on, b.measured_on);
    add_fact(table, "modelled on", a.modelled_on, b.modelled_on);
    for (const auto& [key, value] : a.facts) add_fact(table, key, value, of(b, key));
    for (const auto& [key, value] : b.facts)
        if (std::none_of(a.facts.begin(), a.facts.end(),
                         [&, name = key](const auto& one) { return one.first == name; }))
            add_fact(table, key, {}, value);
}

warploom::Cell number(const Value* value) {
    if (value == nullptr || !value->number) return {};
    return *value->number;
}

warploom::Cell ratio(const Value* a, const Value* b) {
    if (a == nullptr || b == nullptr || !a->number || !b->number || *a->number == 0) return {};
    return *b->number / *a->number;
}

void add_row(const Experiment& experiment, const Cell& cell, const Cell* a, const Cell* b, Table& table) {
    std::vector<warploom::Cell> row{cell.series};
    for (const auto& variable : experiment.variables) {
        const auto bound =
            std::find_if(cell.at.begin(), cell.at.end(), [&](const auto& one) { return one.first == variable.name; });
        double value = 0;
        if (bound == cell.at.end()) row.emplace_back();
        else if (wire::is_number_text(bound->second, &value)) row.emplace_back(value);
        else row.emplace_back(bound->second);
    }
    row.emplace_back(experiment.find_series(cell.series)->unit);
    for (const Column column : {Column::modelled, Column::measured}) {
        const Value *left = a == nullptr ? nullptr : &a->value(column),
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
    table.columns.push_back({"series", ""});
    for (const auto& variable : a.experiment.variables) table.columns.push_back({variable.name, variable.unit});
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
