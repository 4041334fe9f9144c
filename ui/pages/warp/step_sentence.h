#pragma once

#include "ui/pages/warp/warp_analysis.h"

#include <QString>

namespace warploom::ui {

/// Returns text such as "all 32 lanes", "lane 5", "lanes 3, 7 and 12", "lanes 0 to 15" or "20 lanes".
QString lanesText(std::uint32_t lanes);

/// Describes a step, as in "csr_scalar.h line 24: 20 lanes load from value; 12 wait. 20 transactions of 32 bytes fetch
/// 640 bytes, 25 % of them used; 5 would do."
QString stepSentence(const WarpAnalysis& analysis, int step);

/// Returns a summary of the warp for the inspector: steps, mean active lanes, transactions, and the share of used
/// bytes.
QString warpSummary(const WarpAnalysis& analysis);

} // namespace warploom::ui
