#pragma once

#include "ui/pages/warp/warp_analysis.h"

#include <QString>

#include <optional>

namespace warploom::ui {

/// A question about a step of a lesson or trace before the step is shown. The answer comes from the step itself.
struct StepQuestion {
    QString text;
    int answer = 0;
};
/// Of steps that do something new: the first of a line, or one that asks memory for more or less than the step of its
/// line before it, or that other lanes do. Nothing for a step that only repeats.
std::optional<StepQuestion> stepQuestion(const WarpAnalysis& analysis, int step);

} // namespace warploom::ui
