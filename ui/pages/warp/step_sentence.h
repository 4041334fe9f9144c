#pragma once

#include "ui/components/warp/warp_analysis.h"

#include <QString>

namespace warploom::ui {

/// Returns a list of lanes such as "all 32 lanes", "lane 5", "lanes 3, 7 and 12", "lanes 0 to 15" or "20 lanes".
/// `lanes` is a bit mask.
QString lanesText(std::uint32_t lanes);

/// Returns a description of a step such as "csr_scalar.h, line 24: 20 lanes load value. 12 lanes wait.", followed by
/// sentences about memory transactions or wavefronts.
QString stepSentence(const WarpAnalysis& analysis, int step);

/// Returns a summary of the warp for the inspector: number of steps, mean number of active lanes, transactions, and the
/// fraction of fetched bytes that are used.
QString warpSummary(const WarpAnalysis& analysis);

} // namespace warploom::ui
