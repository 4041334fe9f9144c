#pragma once

#include "engine/matrix/definiteness.h"
#include "ui/style/qt_text.h"

#include <QString>

namespace warploom::ui {

/// Returns the reason why CG is not applicable to a matrix, and an alternative. Returns an empty string if no obstacle
/// is known.
inline QString cgWarning(const DefinitenessReport& report) {
    return report.obstacle == Obstacle::none ? QString() : toQString(report.sentence + " " + report.hint);
}

} // namespace warploom::ui
