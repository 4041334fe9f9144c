#pragma once

#include "ui/session/row_selection.h"

#include <QString>

#include <cstdint>
#include <string>

namespace warploom::ui {

/// The warp of a kernel that executes a walkthrough step. It links the Step and Warp pages in both directions.
struct WalkthroughWarp {
    QString operation, kernel, matrix; ///< matrix with the shape of the walkthrough; empty if the page knows it
    WarpChoice warp;
    std::int64_t row = -1; ///< row of the result that the step writes; -1 if there is none
    int section = -1;      ///< number of barriers before it; -1 for any
    std::string array;     ///< accessed first; may be empty
};

/// Returns the walkthrough that shows the steps of a kernel, or an empty string.
QString walkthroughOfKernel(const QString& operation, const QString& kernel);

} // namespace warploom::ui
