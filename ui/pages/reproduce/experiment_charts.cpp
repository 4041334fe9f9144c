#include "ui/pages/reproduce/experiment_charts.h"

#include "engine/measure/statistics.h"

#include "ui/charts/plot_data.h"
#include "ui/style/number_text.h"
#include "ui/style/qt_text.h"
#include "ui/style/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace warploom::ui {
namespace {

using experiment::Cell;
using experiment::CellColumn;
using experiment::ChartWish;
using experiment::Experiment;
using experiment::Result;
using experiment::Series;
using experiment::value_of;

double number_of(const std::string& text) {
    double number = std::nan("");
    std::from_chars(text.data(), text.data() + text.size(), number);
    return number;
}

warploom::Cell number_cell(const std::optional<double>& number) {
    return number && std::isfinite(*number) ? warploom::Cell(*number) : warploom::Cell();
}

/// Returns whether a chart includes a cell. The chart must list the cell's series, and the cell must have the values
/// that the chart fixes.
bool is_shown(const ChartWish& wish, const Cell& cell) {
    if (std::find(wish.series.begin(), wish.series.end(), cell.series) == wish.series.end()) return false;
    return std::all_of(wish.where.begin(), wish.where.end(), [&](const auto& fixed) {
        const std::string value = value_of(cell.at, fixed.first);
        return value.empty() || value == fixed.second;
    });
}

/// Returns the variables of a cell that are neither on the chart's axis nor fixed by the chart.
experiment::Bindings rest_of(const ChartWish& wish, const Cell& cell) {
    experiment::Bindings rest;
    for (const auto& [name, value] : cell.at) {
        const bool is_fixed =
            std::any_of(wish.where.begin(), wish.where.end(), [&n = name](const auto& w) { return w.first == n; });
        if (!is_fixed && name != wish.x) rest.emplace_back(name, value);
    }
    return rest;
}

/// Shortens the name of a machine for legends, for example, from "NVIDIA H200 (cuda:0)" to "H200".
QString short_name(const std::string& machine) {
    QString name = toQString(machine).section(QStringLiteral(" ("), 0, 0);
    for (const char* maker : {"NVIDIA ", "GeForce ", "Tesla "})
        if (name.startsWith(QLatin1String(maker))) name.remove(0, static_cast<qsizetype>(qstrlen(maker)));
    return name;
}

/// Returns the origin of a column's values in one or two words: the paper for published values, or a short machine name
/// for modeled and measured values.
QString origin(const Result& result, const Series& series, CellColumn column) {
    switch (column) {
    case CellColumn::published: return toQString(result.experiment.source);
    case CellColumn::modelled: return result.modelled_on.empty() ? Text::tr("model") : short_name(result.modelled_on);
    case CellColumn::measured:
        if (series.run && series.run->place == experiment::Place::cpu) return Text::tr("host");
        return result.measured_on.empty() ? Text::tr("measured") : short_name(result.measured_on);
    }
    return {};
}

/// A result in a chart. If the chart compares two results, each one has a name.
struct Side {
    const Result* result;
    QString name;
    bool with_published;
};

std::string series_name(const Side& side, const Series& series, const ChartWish& wish, const Cell& cell,
                        CellColumn column) {
    const Experiment& experiment = side.result->experiment;
    QString name = toQString(series.title.empty() ? series.id : series.title);
    const QString rest = valuesText(experiment, rest_of(wish, cell));
    if (!rest.isEmpty()) name += QStringLiteral(", ") + rest;
    name += QStringLiteral(" · ") + origin(*side.result, series, column);
    if (!side.name.isEmpty() && column != CellColumn::published) name += QStringLiteral(" · ") + side.name;
    return name.toStdString();
}

ExperimentChart make_chart(const std::vector<Side>& sides, const ChartWish& wish, int number) {
    const Result& first = *sides.front().result;
    const Experiment& experiment = first.experiment;
    ExperimentChart chart;
    ChartSpec& spec = chart.spec;
    const experiment::Variable* x = experiment.find_variable(wish.x);
    const bool lines = wish.kind == ChartWish::Kind::lines && x != nullptr && x->is_numeric();
    const QString x_title = x == nullptr ? QString() : toQString(x->title.empty() ? x->name : x->title);
    const Series* leading = wish.series.empty() ? nullptr : experiment.find_series(wish.series.front());
    const std::string unit = leading == nullptr ? std::string() : leading->unit == "x" ? "ratio" : leading->unit;

    spec.kind = lines ? ChartSpec::Kind::lines : ChartSpec::Kind::bars;
    spec.title = toQString(wish.title);
    spec.name = QStringLiteral("%1-chart-%2").arg(toQString(experiment.id)).arg(number);
    const std::string axis = wish.x.empty() ? "place" : wish.x;
    (lines ? spec.x : spec.category) = axis;
    spec.x_title = x_title;
    spec.series = "series";
    spec.kind_column = "kind";
    spec.value = "measured";
    spec.modelled = "modelled";
    spec.published = "published";
    spec.value_title = leading == nullptr ? Text::tr("value") : Text::tr(experiment::to_string(leading->figure));
    if (leading != nullptr && !leading->run) spec.value_title = toQString(leading->title);
    spec.log_x = wish.log_x;
    spec.log_value = wish.log_value;

    Table& table = chart.table;
    table.title = wish.title;
    table.columns = {{axis, lines ? x->unit : std::string()},
                     {"series", ""},
                     {"kind", ""},
                     {"published", unit},
                     {"modelled", unit},
                     {"measured", unit},
                     {"lower quartile", unit},
                     {"upper quartile", unit},
                     {"note", ""}};
    bool ranged = false;
    for (const Side& side : sides) {
        for (const Cell& cell : side.result->cells) {
            const Series* series = experiment.find_series(cell.series);
            if (series == nullptr || leading == nullptr || series->unit != leading->unit || !is_shown(wish, cell))
                continue;
            const std::string at = value_of(cell.at, wish.x);
            warploom::Cell place = at;
            if (lines) {
                if (std::isnan(number_of(at))) continue;
                place = number_of(at);
            } else if (x != nullptr && x->is_numeric() && !at.empty()) {
                place = x_title.toStdString() + " " + at;
            }
            for (const CellColumn column : experiment::columns) {
                const experiment::CellValue& value = cell.value(column);
                if (!value.number || (column == CellColumn::published && !side.with_published)) continue;
                const bool measured = column == CellColumn::measured;
                ranged = ranged || (measured && value.low && value.high);
                table.add_row({place, series_name(side, *series, wish, cell, column),
                               std::string(experiment::to_string(column)),
                               column == CellColumn::published ? number_cell(value.number) : warploom::Cell(),
                               column == CellColumn::modelled ? number_cell(value.number) : warploom::Cell(),
                               measured ? number_cell(value.number) : warploom::Cell(),
                               measured ? number_cell(value.low) : warploom::Cell(),
                               measured ? number_cell(value.high) : warploom::Cell(), value.note});
            }
        }
    }
    if (ranged) {
        spec.low = "lower quartile";
        spec.high = "upper quartile";
    }
    table.facts = {{"experiment", experiment.source + ", " + experiment.place}};
    for (const Side& side : sides) {
        const std::string suffix = side.name.isEmpty() ? std::string() : " (" + side.name.toStdString() + ")";
        if (!side.result->modelled_on.empty())
            table.facts.emplace_back("modelled for" + suffix, side.result->modelled_on);
        if (!side.result->measured_on.empty())
            table.facts.emplace_back("measured on" + suffix, side.result->measured_on);
        if (!side.result->date.empty()) table.facts.emplace_back("date" + suffix, side.result->date.substr(0, 10));
    }
    return chart;
}

std::vector<ExperimentChart> make_charts(const std::vector<Side>& sides) {
    std::vector<ExperimentChart> charts;
    for (const ChartWish& wish : sides.front().result->experiment.charts)
        charts.push_back(make_chart(sides, wish, static_cast<int>(charts.size()) + 1));
    return charts;
}

/// Returns statistics of the ratios to the published values, such as "1.04 (median of 54 cells, 0.71 to 1.40)", or an
/// empty string if there are no ratios.
QString ratio_words(const Result& result, CellColumn column) {
    std::vector<double> ratios;
    for (const Cell& cell : result.cells) {
        const Series* series = result.experiment.find_series(cell.series);
        // Skip cells that are computed from other cells, which would otherwise be counted twice.
        if (series == nullptr || !series->run) continue;
        if (const auto ratio = cell.ratio(column, CellColumn::published); ratio && std::isfinite(*ratio))
            ratios.push_back(*ratio);
    }
    if (ratios.empty()) return {};
    std::sort(ratios.begin(), ratios.end());
    const double median = measure::quantile(ratios, 0.5);
    if (ratios.size() == 1) return Text::tr("%1 (one cell)").arg(numberText(median, 3));
    return Text::tr("%1 (median of %n cells, range %2 to %3)", nullptr, static_cast<int>(ratios.size()))
        .arg(numberText(median, 3))
        .arg(numberText(ratios.front(), 3), numberText(ratios.back(), 3));
}

} // namespace

QString valuesText(const Experiment& experiment, const experiment::Bindings& at, const std::string& but) {
    QStringList parts;
    for (const auto& [name, value] : at) {
        if (name == but) continue;
        const experiment::Variable* variable = experiment.find_variable(name);
        const bool needs_name = variable != nullptr && variable->is_numeric();
        const QString text = toQString(value);
        const QString title =
            variable == nullptr || variable->title.empty() ? toQString(name) : toQString(variable->title);
        parts.append(needs_name ? QStringLiteral("%1 %2").arg(title, text) : text);
    }
    return parts.join(QStringLiteral(", "));
}

std::vector<ExperimentChart> experimentCharts(const Result& result) { return make_charts({{&result, {}, true}}); }

std::vector<ExperimentChart> profileCharts(const Result& result) {
    std::vector<ExperimentChart> charts;
    for (const experiment::ProfileResult& profile : result.profiles) {
        ExperimentChart chart;
        chart.is_profile = true;
        ChartSpec& spec = chart.spec;
        spec.title = toQString(profile.title);
        spec.name = QStringLiteral("%1-profile-%2").arg(toQString(result.experiment.id)).arg(charts.size() + 1);
        spec.over("row", Text::tr("row"));
        spec.value = "nonzeros";
        spec.value_title = Text::tr("nonzeros per row");
        spec.series = "series";
        spec.kind_column = "kind";
        spec.log_ticks = true;
        Table& table = chart.table;
        table.title = profile.title;
        table.columns = {{"row", ""}, {"series", ""}, {"kind", ""}, {"nonzeros", ""}};
        table.facts = {{"matrix", profile.input}, {"note", profile.note}};
        const std::size_t points =
            std::min({profile.rows.size(), profile.least.size(), profile.most.size(), profile.mean.size()});
        bool single = true; // whether the minimum and maximum of each point are equal, as for a single table row
        for (std::size_t i = 0; i < points; ++i) single = single && profile.least[i] == profile.most[i];
        const auto add = [&](const char* name, const std::vector<double>& values) {
            for (std::size_t i = 0; i < points; ++i)
                table.add_row({profile.rows[i], Text::tr(name).toStdString(), std::string("computed"), values[i]});
        };
        if (single) {
            add("nonzeros", profile.mean);
        } else {
            add("maximum of neighboring rows", profile.most);
            add("minimum of neighboring rows", profile.least);
        }
        charts.push_back(std::move(chart));
    }
    return charts;
}

std::vector<ExperimentChart> allCharts(const Result& result) {
    std::vector<ExperimentChart> all = experimentCharts(result);
    for (ExperimentChart& chart : profileCharts(result)) all.push_back(std::move(chart));
    return all;
}

std::vector<ExperimentChart> comparisonCharts(const Result& a, const Result& b, const QString& name_a,
                                              const QString& name_b) {
    std::vector<ExperimentChart> charts = make_charts({{&a, name_a, true}, {&b, name_b, false}});
    for (ExperimentChart& chart : charts) chart.spec.name.append(QStringLiteral("-compared"));
    return charts;
}

QSize paperSize(const ExperimentChart& chart) {
    constexpr QSize usual{900, 560};
    if (chart.spec.kind != ChartSpec::Kind::bars) return usual;
    // Leave space for at least five categories and one line per bar. Limit the height to keep the chart readable.
    const PlotData data = plotData(chart.spec, chart.table);
    const int wanted = 220 + std::max(5, static_cast<int>(data.categories.size()) * data.most_bars) * 22;
    return {usual.width(), std::clamp(wanted, 360, 2400)};
}

QString ratioReading(const Result& result) {
    QStringList sentences;
    if (const QString text = ratio_words(result, CellColumn::modelled); !text.isEmpty())
        sentences.append(Text::tr("Ratio of modeled to published values: %1.").arg(text));
    if (const QString text = ratio_words(result, CellColumn::measured); !text.isEmpty())
        sentences.append(Text::tr("Ratio of measured to published values: %1.").arg(text));
    return sentences.join(QLatin1Char(' '));
}

} // namespace warploom::ui
