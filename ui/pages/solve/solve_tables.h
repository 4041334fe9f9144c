#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/pages/solve/cg_solver.h"

#include <utility>

namespace warploom::ui {

using SolveFacts = std::vector<std::pair<std::string, std::string>>;

ChartSpec residualSpec();
/// Returns a table with one row per iteration and one per recomputed residual. If there are many iterations, the table
/// contains only about a thousand of them, and its metadata (facts) says so.
Table residualTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);

ChartSpec costSpec();
/// Returns a table with the time of each part of an iteration, for each batch of iterations. Omits batches whose parts
/// were not timed.
Table costTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);
/// Returns a sentence such as "One iteration takes 12 µs: 60 % product, ...". It describes the last batch whose parts
/// were timed. Empty if there is none.
QString costReading(const std::vector<CgStretchRecord>& stretches);

/// Returns the number and settings of a batch of iterations, such as "2: cg:ell, double". Includes the machine if the
/// batches ran on different machines.
QString stretchTitle(const CgStretchRecord& stretch, const std::vector<CgStretchRecord>& all);

} // namespace warploom::ui
