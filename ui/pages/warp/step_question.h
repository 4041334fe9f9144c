#pragma once

#include "ui/pages/warp/warp_analysis.h"

#include <QString>

#include <optional>

namespace warploom::ui {

/// A question asked before a step of a walkthrough or trace is shown. The answer is computed from the step.
struct StepQuestion {
    QString text;
    int answer = 0;
};
/// Returns a question for a step that shows something new: the first step at a line, or one whose memory requests or
/// active lanes differ from the previous step at that line. Returns std::nullopt otherwise.
std::optional<StepQuestion> stepQuestion(const WarpAnalysis& analysis, int step);

} // namespace warploom::ui
