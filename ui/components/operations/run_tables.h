#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/components/runs/run_store.h"

#include <memory>
#include <optional>
#include <vector>

namespace warploom::ui {

using ShownRuns = std::vector<std::shared_ptr<const Run>>;

/// The tables behind the charts of the Run page, each with the facts of its runs. Rows are sorted by time when a run
/// ends; the order does not change while the run is in progress. `residual` is the size of the residual (tridiagonal)
/// or its history (CG). `whole` is the time with and without transfers (tridiagonal) or the time to solution (CG).
/// `limit` splits the time into the lower bound on this machine and the remaining time. `ladder` is AᵀA with one switch
/// added at a time. `scaling` compares different numbers of GPUs. Values beyond the last enumerator identify the other
/// charts, which are defined in run_charts.cpp.
enum class RunChart { time, speedup, gflops, bandwidth, limit, sweep, residual, whole, ladder, scaling };
int runCharts(); ///< Returns the number of charts.
/// Returns whether the chart exists for some operations only.
bool isOfOperation(RunChart chart);

/// Returns whether the chart applies to an operation.
bool hasRunChart(RunChart chart, const QString& operation);
/// Returns the title of a chart's tab, or an empty string if the operation does not have this chart.
QString runChartTab(RunChart chart, const QString& operation);
ChartSpec runChartSpec(RunChart chart, protocol::Sweep sweep = protocol::Sweep::none,
                       const QString& operation = QStringLiteral("spmv"));
Table runTable(RunChart chart, const ShownRuns& runs);
/// Returns one row per sample. The samples are drawn as dots on the bars of RunChart::time.
Table sampleTable(const ShownRuns& runs);
/// Returns all results, one row each, for the results dock and `run-results.csv`.
Table resultTable(const ShownRuns& runs);
/// Returns the verdict on a result, with "(modeled)" if the verdict is based on modeled times.
QString verdictText(const RunResult& result);
/// Returns the summary of the chart, or std::nullopt if runReading() provides the summary.
std::optional<QString> ownReading(RunChart chart, const ShownRuns& runs);
/// Returns a summary of the chart in one sentence, or an empty string if there is nothing to report.
QString runReading(RunChart chart, const ShownRuns& runs);
/// Returns a sentence about the difference between modeled and measured times, preceded by a space. Returns an empty
/// string if no kernel has both.
QString runDifference(const ShownRuns& runs);

} // namespace warploom::ui
