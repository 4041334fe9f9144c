#pragma once

#include "ui/components/warp/warp_analysis.h"

#include <QString>

#include <optional>

namespace warploom::ui {

/// A question about a step of a walkthrough or trace, which the user answers before the step is shown. The answer is
/// computed from the step.
struct StepQuestion {
    QString text;
    int answer = 0;
};
/// Returns a question if the step is the first one at its source line, or if the memory requests or the active lanes
/// differ from the previous step at this line. Otherwise, returns std::nullopt.
std::optional<StepQuestion> stepQuestion(const WarpAnalysis& analysis, int step);

} // namespace warploom::ui
