#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/pages/run/run_store.h"

#include <memory>
#include <optional>
#include <vector>

namespace warploom::ui {

using ShownRuns = std::vector<std::shared_ptr<const Run>>;

/// The tables that the Run page's charts are drawn from, each with the facts of its runs. Rows are sorted by time once
/// a run is finished; while it runs they keep their places.
/// `residual`: how far a solution is off (tridiagonal), or how it came closer (CG). `whole`: with copies beside compute
/// only (tridiagonal), or the whole solution (CG). `limit`: what of the time the machine needs at least. `ladder`:
/// AᵀA with one switch after the other. `scaling`: where shown results differ in the number of GPUs. The numbers
/// behind these are further charts of all operations: the list in run_charts.cpp has one entry for each.
enum class RunChart { time, speedup, gflops, bandwidth, limit, sweep, residual, whole, ladder, scaling };
int runCharts(); ///< how many there are
/// Whether only some operations have it.
bool isOfOperation(RunChart chart);

/// Whether the chart means anything for an operation.
bool hasRunChart(RunChart chart, const QString& operation);
/// Returns the title of a chart's tab; empty if this operation does not have it.
QString runChartTab(RunChart chart, const QString& operation);
ChartSpec runChartSpec(RunChart chart, protocol::Sweep sweep = protocol::Sweep::none,
                       const QString& operation = QStringLiteral("spmv"));
Table runTable(RunChart chart, const ShownRuns& runs);
/// A row for each sample, to be drawn as dots over the bars of RunChart::time.
Table sampleTable(const ShownRuns& runs);
/// Everything, a row for each result: the results dock and `run-results.csv`.
Table resultTable(const ShownRuns& runs);
/// "faster" of a model is not what a measurement would call faster, and says so.
QString verdictText(const RunResult& result);
/// Returns the summary of the chart, or nothing if runReading() provides it.
std::optional<QString> ownReading(RunChart chart, const ShownRuns& runs);
/// One line in plain words about the chart; empty while there is nothing to say.
QString runReading(RunChart chart, const ShownRuns& runs);
/// How far a kernel's modelled time lies from its measured one, with a blank before it; empty where none has both.
QString runDifference(const ShownRuns& runs);

} // namespace warploom::ui
