#pragma once

#include "engine/steps/tridiagonal_steps.h"
#include "ui/look/theme.h"

#include <QString>

namespace warploom::ui {

QString methodTitle(steps::Method method);
QString methodShort(steps::Method method); ///< "CR"

/// What happens in step `step`, in plain words; also after the last one.
QString methodSentence(const steps::TridiagonalSteps& walk, int step);
/// The same in one line, where two methods stand beside each other.
QString methodShortSentence(const steps::TridiagonalSteps& walk, int step);
/// HTML: the elementary step of one equation, with letters, or with letters and numbers.
QString methodWrittenOut(const steps::TridiagonalSteps& walk, int step, int chosen, bool letters,
                         const Colours& colours);

} // namespace warploom::ui
