#pragma once

#include "engine/table.h"
#include "ui/charts/chart_spec.h"
#include "ui/pages/solve/cg_solver.h"

#include <utility>

namespace warploom::ui {

using SolveFacts = std::vector<std::pair<std::string, std::string>>;

ChartSpec residualSpec();
/// A row for each iteration and for each recomputed residual. A long stretch is thinned to about a thousand rows; the
/// facts say so.
Table residualTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);

ChartSpec costSpec();
/// A row for each part of an iteration, stretch by stretch; stretches without parts have none.
Table costTable(const std::vector<CgStretchRecord>& stretches, const SolveFacts& facts);
/// "One iteration takes 12 µs: 60 % product, ..." of the last stretch that has parts; empty without one.
QString costReading(const std::vector<CgStretchRecord>& stretches);

/// "2: cg:ell, double": number and what it is made with; the machine too where stretches differ in it.
QString stretchTitle(const CgStretchRecord& stretch, const std::vector<CgStretchRecord>& all);

} // namespace warploom::ui
