// Figures of one result that cannot all be true, whatever the seals say.

#include "engine/experiment/derivation.h"
#include "engine/experiment/result_parts.h"
#include "engine/measure/statistics.h"

#include <algorithm>
#include <cmath>

namespace warploom::experiment {

namespace {

constexpr double tolerance = 1e-9; ///< of sums in another order

bool differ(const std::optional<double>& a, const std::optional<double>& b) {
    if (!a || !b) return a.has_value() != b.has_value();
    return std::abs(*a - *b) > tolerance * std::max(std::abs(*a), std::abs(*b));
}

/// Of a time in ms, the figures are quantiles of the samples; of a rate, its quartiles stand to it as those of the
/// samples to their median. Nothing is said where there are no samples.
void check_samples(const Series& series, const Value& value, const std::string& name, std::vector<std::string>& found) {
    if (value.samples_ns.empty() || !value.number) return;
    std::vector<double> sorted = value.samples_ns;
    std::sort(sorted.begin(), sorted.end());
    const double median = measure::quantile(sorted, 0.5);
    const double q1 = measure::quantile(sorted, 0.25), q3 = measure::quantile(sorted, 0.75);
    if (series.unit == "ms") {
        if (differ(value.number, median / 1e6))
            found.push_back(name + ": the measured figure is not the median of its samples, " +
                            short_number(median / 1e6));
        if ((value.low && differ(value.low, q1 / 1e6)) || (value.high && differ(value.high, q3 / 1e6)))
            found.push_back(name + ": the quartiles are not those of the samples");
    } else if (series.figure == Figure::gflops && median > 0 && q1 > 0) {
        if ((value.low && differ(value.low, *value.number * median / q3)) ||
            (value.high && differ(value.high, *value.number * median / q1)))
            found.push_back(name + ": the measured figure and its quartiles do not fit its samples");
    }
}

} // namespace

std::vector<std::string> contradictions(const Result& result) {
    const Experiment& experiment = result.experiment;
    std::vector<std::string> found;
    std::vector<Cell> derived = result.cells, printed = expand(experiment, false);
    derive(experiment, derived);
    const CellIndex index(printed);
    for (std::size_t i = 0; i < result.cells.size(); ++i) {
        const Cell& cell = result.cells[i];
        const std::string name = name_of(experiment, cell);
        const Series& series = *experiment.find_series(cell.series);
        const auto same = index.find(cell.series, cell.at);
        if (same >= 0 && differ(cell.published.number, printed[same].published.number))
            found.push_back(name + ": the published figure is not the printed one");
        if (series.run) check_samples(series, cell.measured, name, found);
        else
            for (const Column column : {Column::modelled, Column::measured})
                if (differ(cell.value(column).number, derived[i].value(column).number))
                    found.push_back(name + ": the " + to_string(column) + " figure is not that of its parts");
    }
    return found;
}

} // namespace warploom::experiment
