#include "ui/charts/plot_data.h"

#include "ui/style/qt_text.h"
#include "ui/style/text.h"
#include <QCollator>
#include <QString>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace warploom::ui {
namespace {

int position(std::vector<std::string>& names, const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<int>(found - names.begin());
    names.push_back(name);
    return static_cast<int>(names.size()) - 1;
}

/// Sorts the series in natural order ("block 64" before "block 128"), and assigns a position within the category to
/// each series. Stacked bars keep the order of the rows, and all have the same position.
void arrange(PlotData& data, bool stacked) {
    // An English locale, because the C locale does not support numeric sorting.
    QCollator collator{QLocale(QLocale::English)};
    collator.setNumericMode(true);
    std::vector<std::size_t> order(data.series.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    const auto before = [&](std::size_t a, std::size_t b) {
        return collator.compare(QString::fromStdString(data.series[a]), QString::fromStdString(data.series[b])) < 0;
    };
    if (!stacked) std::sort(order.begin(), order.end(), before);
    std::vector<std::string> sorted;
    std::vector<int> place(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        place[order[i]] = static_cast<int>(i);
        sorted.push_back(data.series[order[i]]);
    }
    data.series = std::move(sorted);
    data.place_of.assign(data.categories.size(), std::vector<int>(data.series.size(), -1));
    data.bars_in.assign(data.categories.size(), 0);
    for (PlotRow& row : data.rows) {
        row.series = place[row.series];
        if (!data.place_of.empty()) data.place_of[row.category][row.series] = 0;
    }
    for (std::size_t c = 0; c < data.place_of.size(); ++c) {
        for (int& number : data.place_of[c])
            if (number == 0) number = stacked ? 0 : data.bars_in[c]++;
        if (stacked) data.bars_in[c] = 1;
        data.most_bars = std::max(data.most_bars, data.bars_in[c]);
    }
}

PlotData refusedKind(const Table& table, std::size_t row, const std::string& kind) {
    PlotData data;
    data.refusal = Text::tr("The chart cannot be drawn because row %1 of “%2” has an unrecognized kind, “%3”. The app "
                            "and the worker may be different versions.")
                       .arg(row + 1)
                       .arg(toQString(table.title), toQString(kind));
    return data;
}

PlotData refusedStatus(const Table& table, std::size_t row, const std::string& status) {
    PlotData data;
    data.refusal = Text::tr("The chart cannot be drawn because row %1 of “%2” has an unrecognized status, “%3”. The "
                            "app and the worker may be different versions.")
                       .arg(row + 1)
                       .arg(toQString(table.title), toQString(status));
    return data;
}

} // namespace

int columnOf(const Table& table, const std::string& name) {
    if (name.empty()) return -1;
    for (std::size_t c = 0; c < table.columns.size(); ++c)
        if (table.columns[c].name == name) return static_cast<int>(c);
    return -1;
}

double PlotData::barPosition(const PlotRow& row) const {
    const auto c = static_cast<std::size_t>(row.category);
    const double middle = static_cast<double>(categories.size()) - 1 - row.category;
    if (c >= place_of.size() || place_of[c][row.series] < 0) return middle;
    return middle + ((bars_in[c] - 1) / 2.0 - place_of[c][row.series]) * barThickness();
}

PlotData plotData(const ChartSpec& spec, const Table& table) {
    PlotData data;
    const int category = columnOf(table, spec.category), series = columnOf(table, spec.series);
    const int x = columnOf(table, spec.x), value = columnOf(table, spec.value);
    const int low = columnOf(table, spec.low), high = columnOf(table, spec.high);
    const int kind = columnOf(table, spec.kind_column), status = columnOf(table, spec.status_column);
    const int reason = columnOf(table, spec.reason_column), mark = columnOf(table, spec.mark_column);
    const int note = columnOf(table, spec.note_column);
    const int inner = columnOf(table, spec.inner), points = columnOf(table, spec.points);
    const int modelled = columnOf(table, spec.modelled), modelled_low = columnOf(table, spec.modelled_low);
    const int modelled_high = columnOf(table, spec.modelled_high), published = columnOf(table, spec.published);
    const auto text = [&](std::size_t row, int column) {
        return column < 0 ? std::string() : table.text(row, static_cast<std::size_t>(column));
    };
    const auto number = [&](std::size_t row, int column) {
        return column < 0 ? std::numeric_limits<double>::quiet_NaN()
                          : table.number(row, static_cast<std::size_t>(column));
    };
    if (kind < 0 && !spec.kind_column.empty() && !table.rows.empty()) return refusedKind(table, 0, {});
    if (value >= 0) data.unit = table.columns[value].unit;
    else if (modelled >= 0) data.unit = table.columns[modelled].unit;
    if (x >= 0) data.x_unit = table.columns[x].unit;
    // `highest` includes the ends of the whiskers, and `largest` does not.
    double smallest = std::numeric_limits<double>::infinity(), largest = 0, highest = 0;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        // The kind may be missing if the row has no value. If the row has a value, reject a missing kind instead of
        // treating the value as measured.
        const std::string kind_word = text(r, kind), status_word = text(r, status);
        const auto known_kind = kind < 0 ? PlotKind::measured : protocol::named<PlotKind>(kind_word);
        const auto known_status = status < 0 ? RowStatus::ok : protocol::named<RowStatus>(status_word);
        const bool has_number = std::isfinite(number(r, value)) || std::isfinite(number(r, modelled)) ||
                                std::isfinite(number(r, published));
        if (!known_kind && (!kind_word.empty() || has_number)) return refusedKind(table, r, kind_word);
        if (!known_status && !status_word.empty()) return refusedStatus(table, r, status_word);
        // If a row has no value and no kind, use a default kind.
        const PlotKind its_kind = known_kind.value_or(PlotKind::computed);
        if (its_kind == PlotKind::mark) {
            data.marks.push_back({number(r, x), text(r, series)});
            continue;
        }
        PlotRow row;
        row.row = static_cast<int>(r);
        row.category = category < 0 ? 0 : position(data.categories, text(r, category));
        row.series = position(data.series, text(r, series));
        row.x = number(r, x);
        row.status = known_status;
        row.kind = its_kind;
        const bool estimate = row.kind == PlotKind::modelled && !spec.modelled.empty();
        const bool printed = row.kind == PlotKind::published && published >= 0;
        row.value = number(r, printed ? published : estimate ? modelled : value);
        row.low = number(r, estimate ? modelled_low : low);
        row.high = number(r, estimate ? modelled_high : high);
        row.inner = number(r, inner);
        row.mark = text(r, mark);
        row.note = text(r, note);
        row.points = text(r, points);
        row.reason = text(r, reason);
        if (row.status != RowStatus::ok && row.status != RowStatus::running)
            row.value = std::numeric_limits<double>::quiet_NaN();
        if (std::isfinite(row.value)) {
            for (const double value_or_low : {row.value, row.low})
                if (value_or_low > 0) smallest = std::min(smallest, value_or_low);
            largest = std::max(largest, row.value);
            if (std::isfinite(row.high)) highest = std::max(highest, row.high);
            data.any_simulation = data.any_simulation || row.kind == PlotKind::simulation;
        }
        data.rows.push_back(std::move(row));
    }
    // On a busy computer, a single sample may be a hundred times as large as any bar. Limit the axis, so that the bars
    // remain comparable.
    constexpr double most_beyond = 2;
    const bool bars = spec.kind == ChartSpec::Kind::bars && !spec.log_value;
    largest = std::max(largest, bars ? std::min(highest, most_beyond * largest) : highest);
    arrange(data, spec.stacked);
    if (spec.stacked) {
        std::vector<double> sums(data.categories.size(), 0.0);
        for (const PlotRow& row : data.rows)
            if (std::isfinite(row.value)) sums[row.category] += row.value;
        for (const double sum : sums) largest = std::max(largest, sum);
    }
    data.smallest = std::isfinite(smallest) ? smallest : 0;
    data.largest = largest;
    return data;
}

} // namespace warploom::ui
