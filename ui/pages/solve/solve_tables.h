#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/pages/solve/cg_solver.h"

#include <utility>

namespace warploom::ui {

using SolveFacts = std::vector<std::pair<std::string, std::string>>;

ChartSpec residualSpec();
/// Returns one row per iteration and per recomputed residual. A long batch is thinned to about a thousand rows; the
/// facts say so.
Table residualTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);

ChartSpec costSpec();
/// Returns one row per part of an iteration, batch by batch. Omits batches without parts.
Table costTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);
/// Returns text such as "One iteration takes 12 µs: 60 % product, ..." for the last batch that has parts, or an empty
/// string.
QString costReading(const std::vector<CgStretchRecord>& stretches);

/// Returns text such as "2: cg:ell, double": the number and the settings, including the machine if the batches ran on
/// different machines.
QString stretchTitle(const CgStretchRecord& stretch, const std::vector<CgStretchRecord>& all);

} // namespace warploom::ui
