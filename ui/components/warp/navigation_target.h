#pragma once

#include "ui/session/row_selection.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

namespace warploom::ui {

/// A step of a trace that another page has requested to show.
struct NavigationTarget {
    QString matrix, kernel;
    QString operation = QStringLiteral("spmv");
    int block = 0;                  ///< threads per block
    std::optional<WarpChoice> warp; ///< the warp; if empty, the warp that processes `row`
    std::int64_t row = -1;
    std::optional<int> step; ///< the step; if empty, the first step at `line`
    int line = 0;
    /// If `array` is set, the number of barriers after which to find the first step that accesses the array.
    int section = -1;
    std::string array; ///< name of the array; can be empty
};

} // namespace warploom::ui
