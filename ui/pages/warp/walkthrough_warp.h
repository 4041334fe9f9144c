#pragma once

#include "ui/session/row_selection.h"

#include <QString>

#include <cstdint>
#include <string>

namespace warploom::ui {

/// The warp of a kernel that does what a step shows: of the pages Step and Warp, each leads to the other.
struct WalkthroughWarp {
    QString operation, kernel, matrix; ///< the name of a matrix that has the lesson's shape; empty: the page knows it
    WarpChoice warp;
    std::int64_t row = -1; ///< of the result's board that the step writes; -1 where it has none
    int section = -1;      ///< how many barriers lie before it; -1: it does not matter
    std::string array;     ///< that it touches first; may be empty
};

/// The lesson that shows the steps of a kernel; empty where there is none.
QString walkthroughOfKernel(const QString& operation, const QString& kernel);

} // namespace warploom::ui
