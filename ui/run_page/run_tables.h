#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/run_page/run_store.h"

#include <memory>
#include <vector>

namespace warploom::ui {

using ShownRuns = std::vector<std::shared_ptr<const Run>>;

/// The tables that the Run page's charts are drawn from, each with the facts of its runs. Rows are sorted by time once
/// a run is finished; while it runs they keep their places.
enum class RunChart { time, speedup, gflops, bandwidth, sweep };

ChartSpec runChartSpec(RunChart chart, const QString& sweep = {});
Table runTable(RunChart chart, const ShownRuns& runs);
/// A row for each sample, to be drawn as dots over the bars of RunChart::time.
Table sampleTable(const ShownRuns& runs);
/// Everything, a row for each result: the results dock and `run-results.csv`.
Table resultTable(const ShownRuns& runs);
/// One line in plain words about the chart; empty while there is nothing to say.
QString runReading(RunChart chart, const ShownRuns& runs);

} // namespace warploom::ui
