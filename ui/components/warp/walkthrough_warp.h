#pragma once

#include "ui/session/row_selection.h"

#include <QString>

#include <cstdint>
#include <string>

namespace warploom::ui {

/// The warp of a kernel that executes a step of an algorithm walkthrough. Used for links between the Step page and the
/// Warp page, in both directions.
struct WalkthroughWarp {
    /// `matrix` is the name of a matrix that is suitable for the walkthrough; empty if the open matrix is suitable.
    QString operation, kernel, matrix;
    WarpChoice warp;
    std::int64_t row = -1; ///< row of the result that the step writes; -1 if it writes no result
    int section = -1;      ///< number of barriers before the step; -1 for any number
    std::string array;     ///< array that the step accesses; empty for any array
};

/// Returns the name of the algorithm walkthrough that shows the steps of a kernel, or an empty string if there is none.
QString walkthroughOfKernel(const QString& operation, const QString& kernel);

} // namespace warploom::ui
