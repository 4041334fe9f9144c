#pragma once

#include "engine/matrix/definiteness.h"
#include "ui/style/qt_text.h"

#include <QString>

namespace warploom::ui {

/// Returns a sentence that explains why CG does not work for a matrix and suggests an alternative, or an empty string
/// if there is no known obstacle.
inline QString cgWarning(const DefinitenessReport& report) {
    return report.obstacle == Obstacle::none ? QString() : toQString(report.sentence + " " + report.hint);
}

} // namespace warploom::ui
