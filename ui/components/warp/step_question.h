#pragma once

#include "ui/components/warp/warp_analysis.h"

#include <QString>

#include <optional>

namespace warploom::ui {

/// A question about a step of a walkthrough or trace, asked before the step is shown. The answer is computed from the
/// step.
struct StepQuestion {
    QString text;
    int answer = 0;
};
/// Returns a question if the step is the first at its source line, or if its memory requests or active lanes differ
/// from the previous step at that line. Otherwise, returns std::nullopt.
std::optional<StepQuestion> stepQuestion(const WarpAnalysis& analysis, int step);

} // namespace warploom::ui
