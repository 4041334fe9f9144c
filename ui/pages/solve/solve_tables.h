#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/pages/solve/cg_solver.h"

#include <utility>

namespace warploom::ui {

using SolveFacts = std::vector<std::pair<std::string, std::string>>;

ChartSpec residualSpec();
/// Returns one row per iteration and per recomputed residual. Reduces a long batch to about a thousand rows and
/// mentions the reduction in the facts.
Table residualTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);

ChartSpec costSpec();
/// Returns one row per part of an iteration for each batch. Omits batches without parts.
Table costTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);
/// Returns a sentence such as "One iteration takes 12 µs: 60 % product, ..." for the last batch with parts, or an empty
/// string if there is none.
QString costReading(const std::vector<CgStretchRecord>& stretches);

/// Returns a description such as "2: cg:ell, double", which consists of the number and the settings. Includes the
/// machine if the batches ran on different machines.
QString stretchTitle(const CgStretchRecord& stretch, const std::vector<CgStretchRecord>& all);

} // namespace warploom::ui
