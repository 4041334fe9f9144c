#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/components/runs/run_store.h"

#include <memory>
#include <optional>
#include <vector>

namespace warploom::ui {

using ShownRuns = std::vector<std::shared_ptr<const Run>>;

/// The charts of the Run page. `residual` shows the residuals of tridiagonal solvers, or the residual history of CG.
/// `whole` shows the time to solution for CG, and the time with and without data transfers for tridiagonal solvers.
/// `limit` divides the time of a kernel into the lower bound for this machine and the rest. `ladder` shows how AᵀA
/// speeds up as optimizations are added one at a time. `scaling` compares different numbers of GPUs. Values beyond the
/// last enumerator identify the other charts, which are defined in run_charts.cpp. When a run ends, the rows in the
/// tables of the charts are sorted by time.
enum class RunChart { time, speedup, gflops, bandwidth, limit, sweep, residual, whole, ladder, scaling };
int runCharts();
/// Returns whether only some of the operations have this chart.
bool isOfOperation(RunChart chart);

bool hasRunChart(RunChart chart, const QString& operation);
/// Returns the title of a chart's tab, or an empty string if the chart does not apply to the operation.
QString runChartTab(RunChart chart, const QString& operation);
ChartSpec runChartSpec(RunChart chart, protocol::Sweep sweep = protocol::Sweep::none,
                       const QString& operation = QStringLiteral("spmv"));
Table runTable(RunChart chart, const ShownRuns& runs);
/// Returns a table with one row per timing sample. The samples are drawn as dots on the bars of RunChart::time.
Table sampleTable(const ShownRuns& runs);
/// Returns a table with one row per result, for the results dock and for `run-results.csv`.
Table resultTable(const ShownRuns& runs);
/// Returns the verdict on a result as text, such as whether the kernel is faster than the baseline. Adds "(modeled)" if
/// the verdict is based on modeled times.
QString verdictText(const RunResult& result);
/// Returns the operation-specific summary of a chart, or std::nullopt if runReading() provides the summary.
std::optional<QString> ownReading(RunChart chart, const ShownRuns& runs);
/// Returns a one-sentence summary of a chart, or an empty string if there is nothing to report.
QString runReading(RunChart chart, const ShownRuns& runs);
/// Returns a sentence about the difference between modeled and measured times, preceded by a space. Returns an empty
/// string if no kernel has both.
QString runDifference(const ShownRuns& runs);

} // namespace warploom::ui
