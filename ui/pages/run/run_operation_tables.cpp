// The charts that belong to one operation; what they show stands with the operations (ui/pages/run/operations).
#include "ui/pages/run/operations/operation_view.h"
#include "ui/pages/run/run_scaling.h"

#include <algorithm>

namespace warploom::ui {
namespace {

std::optional<OperationChart> chartOf(RunChart chart, const QString& operation) {
    for (OperationChart& own : viewOf(operation).charts())
        if (own.chart == chart) return std::move(own);
    return std::nullopt;
}

} // namespace

bool hasRunChart(RunChart chart, const QString& operation) {
    if (chart == RunChart::scaling) return viewOf(operation).isShared();
    return chart < RunChart::residual || chartOf(chart, operation).has_value();
}

QString runChartTab(RunChart chart, const QString& operation) {
    const auto own = chartOf(chart, operation);
    return own ? own->tab : QString();
}

ChartSpec operationChartSpec(RunChart chart, const QString& operation) {
    if (chart == RunChart::scaling) return scalingSpec();
    ChartSpec spec;
    spec.category = "kernel";
    spec.series = "series";
    spec.kind_column = "kind";
    spec.status_column = "status";
    spec.reason_column = "reason";
    if (const auto own = chartOf(chart, operation)) own->specify(spec);
    return spec;
}

Table operationTable(RunChart chart, const ShownRuns& runs) {
    if (chart == RunChart::scaling) return scalingTable(runs);
    const std::vector<RunLine> lines = runLines(runs, true);
    const auto own = chartOf(chart, runOperation(runs));
    if (!own) return {};
    Table table = own->table(lines, lines.empty() ? RunVarying{} : runVarying(lines));
    addRunFacts(table, runs);
    return table;
}

QString operationReading(RunChart chart, const ShownRuns& runs) {
    if (chart == RunChart::scaling) return scalingReading(runs);
    const std::vector<RunLine> lines = runLines(runs, false);
    const auto own = chartOf(chart, runOperation(runs));
    return lines.empty() || !own ? QString() : own->reading(runs, lines);
}

} // namespace warploom::ui
