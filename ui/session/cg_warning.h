#pragma once

#include "engine/matrix/definiteness.h"
#include "ui/style/qt_text.h"

#include <QString>

namespace warploom::ui {

/// Why the conjugate gradient method does not apply to a matrix, and what to use instead. Empty where nothing is known
/// against it.
inline QString cgWarning(const DefinitenessReport& report) {
    return report.obstacle == Obstacle::none ? QString() : toQString(report.sentence + " " + report.hint);
}

} // namespace warploom::ui
